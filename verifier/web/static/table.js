// A record at the table: what is due, the choices, the lines, the position. The server knows the rules; nothing is decided here.
"use strict";
const $ = (id) => document.getElementById(id);

const table = {
  name: location.pathname.replace(/^\/table\//, ""),
  view: null, // the record as the server sees it
  line: 0, // the line that is shown
  path: [], // the choices made so far: kind, name and what they are called
  offer: null, // what is due after them
  ends: [], // where whole moves after them can end
  board: null, // the board, and the function that draws into it
  drawing: 0, // the number of the drawing that was asked for last
  busy: 0, // how much is under way
  missed: "", // the version that was heard of during a change
  setting: null, // the position that is being set up
  moved: false, // whether pieces are drawn in the middle of a move
};

async function ask(kind, parts = {}) {
  const query = new URLSearchParams(parts).toString();
  return read(fetch(`/api/${kind}/${table.name}${query ? `?${query}` : ""}`));
}

async function post(kind, asked) {
  const headers = { "Content-Type": "application/json" };
  return read(fetch(`/api/${kind}/${table.name}`, { method: "POST", headers, body: JSON.stringify(asked) }));
}

async function read(asked) {
  const answer = await asked.catch(() => {
    throw new Error("The server does not answer. Start it again and open its new link; what was written is in the file.");
  });
  const text = await answer.text();
  let told;
  try { told = JSON.parse(text); } catch { told = { error: text || answer.statusText }; }
  if (!answer.ok) throw Object.assign(new Error([told.error, told.help].filter(Boolean).join("; ")), { code: answer.status });
  return told;
}

function say(text, wrong = false) {
  spell($("said"), text);
  $("said").classList.toggle("error", wrong);
}

// Works on something that may fail; what went wrong is told.
function doing(work) {
  return async (...given) => {
    busy(1);
    try {
      return await work(...given);
    } catch (error) {
      say(error.message, true);
      if (error.code === 409) await load();
      return undefined;
    } finally {
      busy(-1);
    }
  };
}

function busy(more) {
  table.busy += more;
  $("next").setAttribute("aria-busy", table.busy > 0);
}

function make(kind, text = "", parts = {}) {
  const made = document.createElement(kind);
  if (text) made.textContent = text;
  return Object.assign(made, parts);
}

function button(text, work, kind = "") {
  const made = make("button", text, { type: "button", className: kind });
  made.addEventListener("click", work);
  return made;
}

// The lines

const atEnd = () => !table.view || table.line >= lastLine();
const lastLine = () => table.view.lines.length ? table.view.lines[table.view.lines.length - 1].line : 0;

const show = doing(async (line) => {
  const steps = table.view.lines.map((one) => one.line);
  table.line = Math.max(steps[0] || 0, Math.min(line, lastLine()));
  const number = ++table.drawing;
  const scene = await ask("at", { line: table.line });
  if (number !== table.drawing) return;
  await draw(scene);
  table.moved = false;
  showMoved();
  for (const item of $("lines").children) {
    const mine = Number(item.dataset.line) === table.line;
    item.toggleAttribute("aria-current", mine);
    if (mine) {
      item.setAttribute("aria-current", "step");
      const log = $("log");
      log.scrollTop += item.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2;
    }
  }
  tell(scene);
  $("where").textContent = atEnd() ? "at the end" : `line ${table.line}`;
  $("first").disabled = $("back").disabled = table.line <= (steps[0] || 0);
  $("on").disabled = $("last").disabled = atEnd();
  $("remark-of").textContent = atEnd() ? "Comment on a line of its own" : `Comment behind line ${table.line}`;
  $("decide").href = `/decide/${table.name}?line=${table.line}`;
  const hash = atEnd() ? "" : `#s=${table.line}`;
  const asked = location.hash.startsWith(`#s=${table.line}&`); // a link to an answer about this line
  if (location.hash !== hash && !asked) history.replaceState(null, "", hash || location.pathname);
});

function step(by) {
  const steps = table.view.lines.map((one) => one.line);
  const at = steps.indexOf(table.line);
  return show(steps[Math.max(0, Math.min(steps.length - 1, at + by))] || 0);
}

// What is due

const chosen = (path) => JSON.stringify(path.map((one) => [one.kind, one.name]));
const pick = (choice) => (table.busy ? undefined : picked(choice));
const picked = doing(async (choice) => {
  const path = [...table.path, choice];
  if (choice.last) return change({ op: "choose", path: JSON.parse(chosen(path)) });
  let offer = await ask("offer", { path: chosen(path) });
  while (offer?.choices.length === 1 && !offer.choices[0].last) { // what is left to choose needs no click
    path.push(offer.choices[0]);
    offer = await ask("offer", { path: chosen(path) });
  }
  return showOffer(path, offer);
});

async function showOffer(path, offer) {
  Object.assign(table, { path, offer, ends: [] });
  const inside = $("next").contains(document.activeElement);
  $("filter").value = "";
  showChoices();
  showMoved();
  light();
  if (inside) ($("choices").querySelector("button") || $("asks")).focus();
  if (!offer?.whole || !table.view.write) return;
  const found = await ask("ways", { path: chosen(path) });
  if (table.path !== path) return;
  table.ends = found.places;
  showPlaces();
  light();
}

function showChoices() {
  const { offer, path, view } = table;
  const open = view.write && offer;
  $("asks").textContent = offer ? (offer.who ? `${offer.who}: ${offer.asks}` : offer.asks)
    : view.verdict === "legal" ? "Nothing is due that could be chosen here. Lines can be added by hand."
    : `The record is ${view.verdict}, so it is not known what follows. Undo the line, or change the text.`;
  $("path").replaceChildren(...path.map((choice, place) => button(
    `${choice.said} ×`,
    doing(async () => {
      const before = path.slice(0, place);
      showOffer(before, before.length ? await ask("offer", { path: chosen(before) }) : view.offer);
    }),
  )));
  for (const taken of $("path").children) taken.setAttribute("aria-label", `take back: ${taken.textContent.slice(0, -2)}`);
  const choices = open ? offer.choices : [];
  $("narrow").hidden = choices.length < 15;
  const wanted = $("filter").value.toLowerCase();
  const shown = choices.filter((one) => one.said.toLowerCase().includes(wanted));
  $("choices").replaceChildren(...shown.map(choiceButton));
  if (open && !choices.length) $("choices").append(make("p", "Nothing is possible after this. Take a choice back."));
  showPlaces();
}

function choiceButton(choice) {
  const made = button(choice.said, () => pick(choice), choice.last ? "last" : "");
  made.dataset.choice = `${choice.kind} ${choice.name}`;
  return made;
}

// A click on a piece or a place: if only one of its choices asks further, it is that one; the others stay in the list.
function clicked(choices) {
  const further = choices.filter((one) => !one.last);
  if (choices.length === 1 || further.length === 1) return pick(further[0] || choices[0]);
  $("filter").value = "";
  $("choices").replaceChildren(...choices.map(choiceButton), button("other choices", showChoices));
  return $("choices").firstChild.focus();
}

// Pieces in the middle of a move are drawn where the choices so far have brought them.
function showMoved() {
  const { scene, board, offer } = table;
  const moved = Object.entries(offer?.moved || {}).filter(([id]) => scene?.pieces[id]);
  if (!board || !atEnd() || !(moved.length || table.moved)) return;
  table.moved = moved.length > 0;
  const pieces = { ...scene.pieces };
  for (const [id, [x, y]] of moved) pieces[id] = [x, y, ...pieces[id].slice(2)];
  board.draw({ layers: scene.layers, pieces, marks: table.moved ? "" : scene.marks, ways: {} });
  if (table.moved) say(moved.map(([id, [, , place]]) => `${id} at ${place}`).join(", "));
}

// The spaces where a whole move may end.
function showPlaces() {
  $("ways").hidden = !table.ends.length;
  $("ways").replaceChildren(
    make("p", "Or the whole move; it may end on:"),
    ...table.ends.map((place) => button(place, () => waysTo(place))),
  );
}

// The moves that end on a space: one is written, several are listed in words.
const waysTo = doing(async (place) => {
  const { ways } = await ask("ways", { path: chosen(table.path), place });
  if (ways.length === 1) return write(ways[0].line);
  if (!ways.length) return say(`No move that can be listed ends on ${place}; choose its steps.`, true);
  $("ways").replaceChildren(
    make("p", `The ways to ${place}:`),
    ...ways.map((way) => button(`${way.words || way.line} (${way.ends})`, () => write(way.line))),
    button("other spaces", showPlaces),
  );
  $("ways").querySelector("button").focus();
  return undefined;
});

// Changes

// True if it was made: what was typed stays until then.
const change = doing(async (asked) => {
  const before = table.view;
  Object.assign(table, { changing: true, missed: "" });
  let view;
  try {
    view = await post("do", { ...asked, version: before.version });
  } finally {
    table.changing = false;
  }
  if (view.open) {
    openRecord(view);
    return true;
  }
  await take(view);
  if (table.missed && table.missed !== view.version) await load();
  return true;
});
const write = (text) => change({ op: "type", text });

async function take(view, line = 0) {
  Object.assign(table, { view, path: [], offer: null, ends: [] });
  showRecord();
  await show(line || lastLine());
  await showOffer([], view.offer);
}

const linked = () => Number(/^#s=(\d{1,7})/.exec(location.hash)?.[1]);
const load = async () => take(await ask("desk"), linked());

function onSubmit(id, work) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    work();
  });
}

onSubmit("type", async () => {
  if (!$("typed").value.trim()) return;
  if (await write($("typed").value)) $("typed").value = "";
});
onSubmit("remark", async () => {
  if (await change({ op: "comment", line: atEnd() ? 0 : table.line, text: $("words").value })) $("words").value = "";
});
onSubmit("whole", async () => {
  if (await change({ op: "replace", text: $("text").value })) $("whole").hidden = true;
});
$("edit").addEventListener("click", () => {
  $("whole").hidden = !$("whole").hidden;
  $("text").value = table.view.text;
});
$("filter").addEventListener("input", showChoices);
const actions = {
  first: () => show(0),
  back: () => step(-1),
  on: () => step(1),
  last: () => show(lastLine()),
  undo: () => change({ op: "undo" }),
  redo: () => change({ op: "redo" }),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (event.target.matches("input,textarea,select")) return;
  if (event.ctrlKey || event.metaKey) {
    const wanted = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : null;
    if (!wanted || $(wanted).disabled) return;
    event.preventDefault();
    actions[wanted]();
    return;
  }
  const wanted = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" }[event.key];
  const scrolls = event.target.matches(".sideways") && event.target.scrollWidth > event.target.clientWidth;
  if (!wanted || scrolls || event.altKey || event.shiftKey) return;
  event.preventDefault();
  actions[wanted]();
});
addEventListener("hashchange", () => {
  if (linked() && linked() !== table.line) show(linked());
});

// A file with several records: each can be opened as a record of its own.
async function offerParts(error) {
  say(error.message, true);
  const { parts } = await ask("parts");
  if (parts.length < 2) return;
  $("title").textContent = "Which record?";
  document.querySelector("main").hidden = true;
  $("parts").replaceChildren(...parts.map(({ title, text }, place) => {
    const item = make("li");
    const stem = decodeURIComponent(table.name).replace(/\.race$/, "");
    item.append(button(title, doing(async () => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ text, name: `${stem}-${place + 1}` });
      openRecord(await read(fetch("/api/new", { method: "POST", headers, body })));
    })));
    return item;
  }));
}

const openRecord = (told) => { location.href = `/table/${told.open.split("/").map(encodeURIComponent).join("/")}`; };

load().then(() => {
  const events = new EventSource(`/api/events/${table.name}`);
  events.addEventListener("message", doing(async (event) => {
    if (table.changing) table.missed = event.data;
    else if (event.data !== table.view.version && !table.setting) await load();
  }));
}).catch((error) => offerParts(error).catch(() => {}));
