/* What mypyc's header says, but for one thing: an object that Python's cycle finder does not know (`acyclic`) is freed at once, however
   deep it lies. To put that off Python writes into a header that only the others have. */

#include_next <CPy.h>

#ifdef Py_TRASHCAN_BEGIN_CONDITION
#undef CPy_TRASHCAN_BEGIN
#define CPy_TRASHCAN_BEGIN(op, dealloc) \
    Py_TRASHCAN_BEGIN_CONDITION(op, PyObject_IS_GC((PyObject *)(op)) && Py_TYPE(op)->tp_dealloc == (destructor)(dealloc))
#endif
