// The lines of the record, what was found in them, and the rules.
"use strict";

// Text that shows a sign for each character that is not seen or turns others round.
const plain = (text) => text.replace(/\t/g, " ").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");

// What is to be said of the line that is shown: what is wrong with it, what happened, or the line itself.
function tell(scene) {
  const told = table.view.lines.find((one) => one.line === table.line);
  const [finding] = told?.findings || [];
  const text = table.view.text.split("\n")[table.line - 1] || "";
  say(finding ? `${finding.verdict}: ${finding.fact}` : scene?.said || plain(text.trim()), Boolean(finding));
}

function showRecord() {
  const { view } = table;
  const title = plain(/^title\s+"(.*)"/m.exec(view.text)?.[1] || view.file);
  document.title = `${title}: Race Steward`;
  $("title").textContent = title;
  $("file").textContent = view.file;
  $("verdict").textContent = view.complete ? `${view.verdict}, complete` : view.verdict;
  $("verdict").className = `verdict ${view.verdict}`;
  $("note").textContent = view.note;
  $("undo").disabled = !view.undo || !view.write;
  $("redo").disabled = !view.redo || !view.write;
  for (const id of ["type", "remark", "edit", "arrange"]) $(id).hidden = !view.write;
  $("ask").hidden = !view.write;
  $("download").href = `/raw/${table.name}`;
  $("download").download = view.file.split("/").pop();
  const told = new Map(view.lines.map((one) => [one.line, one]));
  const lines = view.text.replace(/\n$/, "").split("\n");
  $("lines").replaceChildren(...lines.map((text, place) => logLine(place + 1, text, told.get(place + 1))));
}

function logLine(number, text, told) {
  const item = make("li", "", { className: told?.kind || "" });
  item.dataset.line = number;
  const link = make("a", "", { href: `#s=${number}` });
  link.append(make("span", String(number), { className: "n" }), make("code", plain(text) || " "));
  item.append(link);
  for (const finding of told?.findings || []) item.append(findingOf(finding));
  return item;
}

function findingOf(finding) {
  const box = make("div", "", { className: `finding ${finding.verdict}` });
  const head = make("p");
  head.append(make("span", finding.verdict, { className: "verdict" }), ` ${finding.rules.map((one) => one.id).join(" ")}`);
  box.append(head, spell(make("p"), finding.fact));
  finding.rules.forEach((rule, place) => box.append(ruleOf(rule, place === 0)));
  if (finding.reason) box.append(spell(make("p"), finding.reason));
  if (finding.instead.length) {
    box.append(make("p", "legal instead:"));
    const list = make("ul");
    for (const line of finding.instead) {
      const item = make("li");
      item.append(make("code", line));
      list.append(item);
    }
    box.append(list);
  }
  if (finding.help) box.append(spell(make("p"), `help: ${finding.help}`));
  for (const other of finding.related) box.append(make("p", `see line ${other.line}: ${other.what}`));
  return box;
}

function ruleOf(rule, open) {
  const details = make("details", "", { open });
  details.append(make("summary", [rule.id, rule.title].filter(Boolean).join(", ")));
  if (rule.because) details.append(make("p", rule.because));
  if (rule.digest) details.append(make("p", rule.digest, { className: "digest" }));
  return details;
}
