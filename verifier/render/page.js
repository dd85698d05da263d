// Steps through a judged race. The board is in the page once; each step says what differs from the step before it.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("race").textContent);
  const figures = [...document.querySelectorAll("figure[data-board]")];
  const lines = [...document.querySelectorAll("li[data-step]")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const last = data.steps.length - 1;
  const SVG = "http://www.w3.org/2000/svg";
  const drawn = figures.map(() => ({ layers: {}, pieces: {} }));
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

  const moveTo = ([x, y]) => `translate(${x}px, ${y}px)`;

  function drawPieces(state, step, forward) {
    const figure = figures[state.board];
    const known = drawn[state.board].pieces;
    const top = figure.querySelector("svg");
    for (const id of Object.keys(known)) {
      if (!(id in state.pieces)) {
        known[id].element.remove();
        delete known[id];
      }
    }
    for (const [id, [x, y, look, words]] of Object.entries(state.pieces)) {
      let piece = known[id];
      if (!piece) {
        piece = known[id] = { element: document.createElementNS(SVG, "g") };
        top.append(piece.element);
      }
      if (piece.look !== look || piece.words !== words) {
        piece.element.innerHTML = `<title></title>${data.texts[look]}`;
        piece.element.firstChild.textContent = data.texts[words];
      }
      const from = piece.at;
      Object.assign(piece, { look, words, at: [x, y] });
      piece.element.setAttribute("transform", `translate(${x} ${y})`);
      for (const running of piece.element.getAnimations()) running.cancel();
      if (!from || calm.matches || (from[0] === x && from[1] === y)) continue;
      const way = (forward && step.v && step.v[id]) || [];
      const places = data.boards[state.board].places;
      const stops = [from, ...way.map((place) => places[place]), [x, y]];
      const duration = Math.min(1600, 250 + 110 * stops.length);
      piece.element.animate(stops.map((at) => ({ transform: moveTo(at) })), { duration, easing: "ease-in-out" });
    }
  }

  function drawBoard(state, step, forward) {
    figures.forEach((figure, board) => { figure.hidden = board !== state.board; });
    if (state.board < 0) return;
    const figure = figures[state.board];
    const known = drawn[state.board].layers;
    for (const layer of figure.querySelectorAll("[data-layer]")) {
      const text = state.layers[layer.dataset.layer];
      if (text !== undefined && known[layer.dataset.layer] !== text) layer.innerHTML = data.texts[text];
      known[layer.dataset.layer] = text;
    }
    drawPieces(state, step, forward);
    figure.querySelector(".marks").innerHTML = step.m || "";
    const mover = figure.querySelector(".marks .stop") || figure.querySelector(".marks .mover");
    if (mover && figure.scrollWidth > figure.clientWidth) {
      const [box, frame] = [mover.getBoundingClientRect(), figure.getBoundingClientRect()];
      figure.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    }
  }

  function cell(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }

  function drawFacts(state, step) {
    $("facts").replaceChildren(...state.facts.map((fact) => cell("li", data.texts[fact])));
    const head = state.board < 0 ? [] : data.boards[state.board].head;
    $("standings").tHead.rows[0].replaceChildren(...head.map((text) => {
      const made = cell(text ? "th" : "td", text);
      if (text) made.scope = "col";
      return made;
    }));
    $("standings").tBodies[0].replaceChildren(...state.rows.map((number) => {
      const [id, ...cells] = data.rows[number];
      const row = document.createElement("tr");
      row.append(...cells.map((text) => cell("td", text)));
      if (id && id === step.w) row.className = "mover";
      return row;
    }));
  }

  function show(wanted) {
    const number = Math.max(0, Math.min(last, wanted));
    if (number === now) return;
    const forward = number === now + 1;
    const [state, step, line] = [states[number], data.steps[number], lines[number]];
    if (now >= 0) lines[now].removeAttribute("aria-current");
    now = number;
    drawBoard(state, step, forward);
    drawFacts(state, step);
    line.setAttribute("aria-current", "step");
    const log = $("log");
    log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
    $("said").textContent = line.dataset.said;
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
