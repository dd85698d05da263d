/* What mypyc's header says, but for two things. */

#ifndef STEWARD_CPY_H
#define STEWARD_CPY_H

#include_next <CPy.h>

/* An object that Python's cycle finder does not know (`acyclic`) is freed at once, however deep it lies. To put that off Python writes
   into a header that only the others have. */

#ifdef Py_TRASHCAN_BEGIN_CONDITION
#undef CPy_TRASHCAN_BEGIN
#define CPy_TRASHCAN_BEGIN(op, dealloc) \
    Py_TRASHCAN_BEGIN_CONDITION(op, PyObject_IS_GC((PyObject *)(op)) && Py_TYPE(op)->tp_dealloc == (destructor)(dealloc))
#endif

/* Places of cars and spaces are small numbers, and Python has one object for each of them: it is asked for it once. Files of mypyc
   include this one themselves, what it makes of ours does so through a header of its own. */

#if __INCLUDE_LEVEL__ > 1

#define STEWARD_SMALL 257

static inline PyObject *steward_as_object(CPyTagged number) {
    static PyObject *known[STEWARD_SMALL];
    if (CPyTagged_CheckShort(number) && number < (CPyTagged)STEWARD_SMALL << 1) {
        PyObject **place = &known[number >> 1];
        if (*place == NULL) {
            *place = CPyTagged_StealAsObject(number);
        }
        return Py_NewRef(*place);
    }
    return CPyTagged_StealAsObject(number);
}

#define CPyTagged_StealAsObject(number) steward_as_object(number)

#endif
#endif
