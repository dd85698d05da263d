// Draws positions: the board is in a figure, and each position says what is on it. A part that stays the same stays untouched.
"use strict";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const BROAD = 1400; // a wider board leaves less room for what is beside it

// A function that draws a position into a figure. Layers and looks are drawings made by the steward; words are texts.
function boardIn(figure) {
  const SVG = "http://www.w3.org/2000/svg";
  const layers = {};
  const pieces = {};
  const { width, height } = figure.querySelector("svg").viewBox.baseVal;
  figure.classList.toggle("tall", height > width);
  figure.classList.toggle("broad", width > BROAD && height <= width);
  const moveTo = ([x, y]) => `translate(${x}px, ${y}px)`;

  function drawPiece(id, [x, y, look, words], way) {
    let piece = pieces[id];
    if (!piece) {
      piece = pieces[id] = { element: document.createElementNS(SVG, "g") };
      piece.element.dataset.piece = id;
      figure.querySelector("svg").append(piece.element);
    }
    if (piece.look !== look || piece.words !== words) {
      piece.element.innerHTML = `<title></title>${look}`;
      piece.element.firstChild.textContent = words;
    }
    const from = piece.at;
    Object.assign(piece, { look, words, at: [x, y] });
    piece.element.setAttribute("transform", `translate(${x} ${y})`);
    for (const running of piece.element.getAnimations()) running.cancel();
    if (!from || calm.matches || (from[0] === x && from[1] === y)) return;
    const stops = [from, ...way, [x, y]];
    const duration = Math.min(1600, 250 + 110 * stops.length);
    piece.element.animate(stops.map((at) => ({ transform: moveTo(at) })), { duration, easing: "ease-in-out" });
  }

  return ({ layers: wanted, pieces: there, marks, ways }) => {
    for (const layer of figure.querySelectorAll("[data-layer]")) {
      const text = wanted[layer.dataset.layer];
      if (text !== undefined && layers[layer.dataset.layer] !== text) layer.innerHTML = text;
      layers[layer.dataset.layer] = text;
    }
    for (const id of Object.keys(pieces)) {
      if (id in there) continue;
      pieces[id].element.remove();
      delete pieces[id];
    }
    for (const [id, piece] of Object.entries(there)) drawPiece(id, piece, ways[id] || []);
    figure.querySelector(".marks").innerHTML = marks || "";
    const mover = figure.querySelector(".marks .stop") || figure.querySelector(".marks .mover");
    if (mover) {
      const [box, frame] = [mover.getBoundingClientRect(), figure.getBoundingClientRect()];
      figure.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
      figure.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
    }
  };
}

// Writes a sentence into an element, what it quotes between backticks as code.
function spell(element, text) {
  element.replaceChildren(...text.split(/`([^`]+)`/).map((part, place) => place % 2 ? cell("code", part) : part));
  return element;
}

function cell(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

// The facts and the standings beside a board. The first cell of a row names the piece that it is about.
function drawFacts(facts, head, rows, mover) {
  document.getElementById("facts").replaceChildren(...facts.map((fact) => cell("li", fact)));
  const standings = document.getElementById("standings");
  standings.tHead.rows[0].replaceChildren(...head.map((text) => {
    const made = cell(text ? "th" : "td", text);
    if (text) made.scope = "col";
    return made;
  }));
  standings.tBodies[0].replaceChildren(...rows.map(([id, ...cells]) => {
    const row = document.createElement("tr");
    row.append(...cells.map((text) => cell("td", text)));
    if (id && id === mover) row.className = "mover";
    return row;
  }));
}
