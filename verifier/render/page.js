// Steps through a judged race. The board is in the page once; each step says what differs from the step before it.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("race").textContent);
  const figures = [...document.querySelectorAll("figure[data-board]")];
  const lines = [...document.querySelectorAll("li[data-step]")];
  const last = data.steps.length - 1;
  const boards = figures.map(boardIn);
  let now = -1;

  // The whole state of each step. Unchanged parts are shared.
  const merged = (before, changes) => {
    if (!changes) return before;
    const after = { ...before, ...changes };
    for (const key of Object.keys(after)) if (after[key] === null) delete after[key];
    return after;
  };
  const states = [];
  for (const step of data.steps) {
    const known = states[states.length - 1];
    const before = known && known.board === step.b ? known : { layers: {}, pieces: {}, rows: [], facts: [] };
    states.push({
      board: step.b,
      layers: merged(before.layers, step.l),
      pieces: merged(before.pieces, step.p),
      rows: step.r || before.rows,
      facts: step.f || before.facts,
    });
  }

  const said = (number) => data.texts[number];
  const each = (entries, say) => Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, say(one)]));

  function draw(state, step, forward) {
    figures.forEach((figure, board) => { figure.hidden = board !== state.board; });
    const board = data.boards[state.board];
    drawFacts(state.facts.map(said), board ? board.head : [], state.rows.map((number) => data.rows[number]), step.w);
    if (!board) return;
    boards[state.board]({
      layers: each(state.layers, said),
      pieces: each(state.pieces, ([x, y, look, words]) => [x, y, said(look), said(words)]),
      marks: step.m,
      ways: forward && step.v ? each(step.v, (way) => way.map((place) => board.places[place])) : {},
    });
  }

  function show(wanted) {
    const number = Math.max(0, Math.min(last, wanted));
    if (number === now) return;
    const forward = number === now + 1;
    const [state, step, line] = [states[number], data.steps[number], lines[number]];
    if (now >= 0) lines[now].removeAttribute("aria-current");
    now = number;
    draw(state, step, forward);
    line.setAttribute("aria-current", "step");
    const log = $("log");
    log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
    spell($("said"), line.dataset.said);
    $("said").className = line.className;
    $("which").textContent = step.n || "";
    $("count").textContent = `${number + 1} / ${last + 1}`;
    $("at").value = number + 1;
    $("at").setAttribute("aria-valuetext", `step ${number + 1} of ${last + 1}`);
    for (const id of ["first", "back"]) $(id).disabled = number === 0;
    for (const id of ["on", "last"]) $(id).disabled = number === last;
    $("fault").disabled = nextFault() === undefined;
    if (asked() !== number) history.replaceState(null, "", `#s=${number + 1}`);
  }

  const asked = () => Number((/^#s=(\d{1,7})$/.exec(location.hash) || [])[1]) - 1;
  const nextFault = () => {
    const faults = lines.flatMap((line, number) => (line.querySelector(".finding") ? [number] : []));
    return faults.find((number) => number > now) ?? faults.find((number) => number < now);
  };
  const actions = {
    first: () => show(0),
    back: () => show(now - 1),
    on: () => show(now + 1),
    last: () => show(last),
    fault: () => show(nextFault() ?? now),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("at").addEventListener("input", () => show(Number($("at").value) - 1));
  addEventListener("keydown", (event) => {
    const scrolls = event.target.matches(".sideways") && event.target.scrollWidth > event.target.clientWidth;
    const own = scrolls || event.target.id === "at" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (own || !keys[event.key]) return;
    event.preventDefault();
    actions[keys[event.key]]();
  });
  addEventListener("hashchange", () => { if (!Number.isNaN(asked())) show(asked()); });
  $("controls").hidden = false;
  show(Number.isNaN(asked()) ? data.start : asked());
})();
