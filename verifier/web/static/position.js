// The position on the board, and what may be clicked there.
"use strict";

async function draw(scene) {
  $("board").hidden = !scene;
  $("about").hidden = !scene || !(scene.facts.length || scene.rows.length);
  if (!scene) return drawFacts([], [], [], "");
  if (!table.board || table.board.board !== scene.board) await newBoard(scene.board);
  table.board.draw({ layers: scene.layers, pieces: scene.pieces, marks: scene.marks, ways: scene.ways });
  table.scene = scene;
  drawFacts(scene.facts, scene.head, scene.rows, scene.mover);
  light();
  return undefined;
}

async function newBoard(name) {
  const board = await ask("board", { line: table.line });
  const figure = $("board");
  const svg = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board.wide} ${board.high}" role="img">${board.drawn}</svg>`,
    "image/svg+xml",
  ).documentElement;
  svg.setAttribute("aria-label", `${board.title}; the table beside the board says where everything is`);
  figure.replaceChildren(document.importNode(svg, true));
  const style = new CSSStyleSheet();
  style.replaceSync(board.style);
  document.adoptedStyleSheets = [style];
  table.board = { ...board, board: name, draw: boardIn(figure) };
  const piece = $("piece");
  $("place").replaceChildren(...Object.keys(board.places).map((place) => make("option", place, { value: place })));
  piece.replaceChildren();
}

// Pieces and places that may be clicked. Everything that they do is a button in the list, too.
function light() {
  const svg = $("board").querySelector("svg");
  if (!svg) return;
  $("board").classList.toggle("choosing", table.path.length > 0);
  svg.querySelector(".targets")?.remove();
  if (table.setting || !table.view?.write || !atEnd()) return;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "targets");
  group.setAttribute("aria-hidden", "true");
  const target = ([x, y], [wide, high], work, name = "target") => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const drawn = { class: name, x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: Math.min(wide, high) };
    for (const [key, one] of Object.entries(drawn)) shape.setAttribute(key, one);
    if (work) shape.addEventListener("click", work);
    group.append(shape);
  };
  const { reach, ring } = table.board;
  const round = [reach, reach];
  const seen = new Map();
  for (const choice of table.offer?.choices || []) {
    const key = choice.piece !== undefined ? `piece ${choice.piece}` : choice.place !== undefined ? `place ${choice.place}` : null;
    if (key) seen.set(key, [...(seen.get(key) || []), choice]);
  }
  for (const choices of seen.values()) {
    const [{ piece, place }] = choices;
    const at = piece !== undefined ? table.scene.pieces[piece] : table.board.places[place];
    if (at) target(at, piece !== undefined ? ring : round, () => clicked(choices));
  }
  for (const place of table.ends) {
    const at = table.board.places[place];
    if (at) target(at, round, () => waysTo(place));
  }
  for (const id of new Set(table.path.map((one) => one.piece))) {
    const [x, y] = table.offer?.moved[id] || table.scene.pieces[id] || [];
    if (x !== undefined) target([x, y], ring, null, "picked");
  }
  svg.append(group);
}
