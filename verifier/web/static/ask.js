// Questions to the steward, and a position that is set up by dragging.
"use strict";

// Questions

function answered(told, link) {
  const box = $("answer");
  box.replaceChildren();
  if (told.said) box.append(make("p", told.said));
  for (const finding of told.findings || []) box.append(findingOf(finding));
  for (const rule of told.rules || []) box.append(ruleOf(rule, told.rules.length < 3));
  const list = make("ul");
  for (const choice of told.choices || []) list.append(make("li", choice));
  for (const way of told.ways || []) {
    const item = make("li");
    item.append(make("code", way.line), ` ${[way.cost, way.ends].filter(Boolean).join("; ")}`);
    list.append(item);
  }
  if (list.children.length) box.append(list);
  if (told.more) box.append(make("p", `and ${told.more} more`));
  if (told.scene) box.append(make("p", "The board shows it."));
  box.append(make("a", "Link to this answer", { href: link }));
}

const inquire = doing(async (kind, words, line) => {
  if (kind === "why-not" && !words) {
    $("answer").textContent = "Write the line first.";
    $("asked").focus();
    return;
  }
  const asked = { kind, words, line };
  const [first] = table.path;
  if (kind === "legal" && first && first.kind === "car") asked.mover = first.name;
  $("answer").textContent = "The steward looks.";
  try {
    const told = await post("ask", asked);
    answered(told, `#s=${line}&ask=${kind}&words=${encodeURIComponent(words)}`);
    if (told.scene) await draw(told.scene);
  } catch (error) {
    $("answer").replaceChildren(make("p", error.message, { className: "error" }));
  }
});

for (const one of document.querySelectorAll("[data-ask]")) {
  one.addEventListener("click", () => inquire(one.dataset.ask, $("asked").value.trim(), table.line));
}
onSubmit("question", () => inquire("why-not", $("asked").value.trim(), table.line));

async function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has("ask")) return;
  $("asked").value = link.get("words") || "";
  await inquire(link.get("ask"), $("asked").value, Number(link.get("s")));
  $("ask").scrollIntoView({ block: "nearest" });
}
addEventListener("hashchange", fromLink);
if (location.hash.includes("&ask=")) {
  const waiting = setInterval(() => {
    if (!table.view) return;
    clearInterval(waiting);
    fromLink();
  }, 100);
}

// A position

const settled = doing(async (lines) => {
  const told = await post("setup", lines ? { lines } : {});
  const begins = !table.setting;
  table.setting = told;
  $("setup").hidden = false;
  $("apart").hidden = !table.view.begun;
  $("use").textContent = table.view.begun ? "Use it in a new record" : "Use this position";
  if (begins) {
    $("setup").scrollIntoView({ block: "nearest" });
    $("setup-title").focus({ preventScroll: true });
  }
  $("next").hidden = true;
  $("board").dataset.setting = "";
  $("block").value = told.lines.join("\n");
  $("setup-found").replaceChildren(...told.findings.map(findingOf));
  const wrong = told.findings.length > 0;
  const scene = wrong && !Object.keys(told.scene?.pieces || {}).length ? table.scene : told.scene; // the last that could be drawn
  if (scene) await draw(scene);
  const chosen = $("piece").value;
  $("piece").replaceChildren(...Object.keys(scene?.pieces || {}).map((id) => make("option", id, { value: id })));
  if (chosen) $("piece").value = chosen;
  say(wrong ? told.findings[0].fact : "This position is possible.", wrong);
  return !wrong;
});

const blockLines = () => $("block").value.split("\n").map((one) => one.trim()).filter(Boolean);

// Puts a piece elsewhere: the second word of its line.
function put(piece, place) {
  const said = /^[\w.-]+$/.test(place) ? place : `"${place}"`;
  const lines = blockLines().map((line) => {
    const [, who, , rest] = /^("[^"]*"|\S+)\s+("[^"]*"|\S+)(.*)$/.exec(line) || [];
    return who === piece || who === `"${piece}"` ? `${who} ${said}${rest}` : line;
  });
  return settled(lines);
}

function settle() {
  table.setting = null;
  $("setup").hidden = true;
  $("next").hidden = false;
  delete $("board").dataset.setting;
}

$("arrange").addEventListener("click", () => settled(null));
$("look").addEventListener("click", () => settled(blockLines()));
$("put").addEventListener("click", () => put($("piece").value, $("place").value));
$("leave").addEventListener("click", doing(() => {
  settle();
  return load();
}));
$("use").addEventListener("click", doing(async () => {
  if (!await settled(blockLines())) return;
  const asked = { op: "position", lines: blockLines(), fresh: table.view.begun };
  settle();
  await change(asked);
}));

function nearest(svg, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let found = null;
  let least = Infinity;
  for (const [place, [x, y]] of Object.entries(table.board.places)) {
    const far = Math.hypot(x - at.x, y - at.y);
    if (far < least) [found, least] = [place, far];
  }
  return { at, place: least < 3 * table.board.reach ? found : null };
}

let dragged = null;
$("board").addEventListener("pointerdown", (event) => {
  const piece = event.target.closest?.("[data-piece]");
  if (!table.setting || !piece) return;
  dragged = piece;
  piece.setPointerCapture(event.pointerId);
  event.preventDefault();
});
$("board").addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { at } = nearest($("board").querySelector("svg"), event);
  dragged.setAttribute("transform", `translate(${at.x} ${at.y})`);
});
$("board").addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const id = dragged.dataset.piece;
  dragged = null;
  const { place } = nearest($("board").querySelector("svg"), event);
  if (place) put(id, place);
  else settled(blockLines());
});
