// The start page: the records of the folder, a new record, other devices; and the page where a device joins.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const tell = (text) => { $("told").textContent = text; };

  async function post(address, asked) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const text = await answer.text();
    let told;
    try { told = JSON.parse(text); } catch { told = { error: text }; }
    if (!answer.ok) throw new Error([told.error, told.help].filter(Boolean).join("; "));
    return told;
  }

  const onSubmit = (form, work) => form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try { await work(); } catch (error) { tell(error.message); }
  });
  const address = (name) => `/table/${name.split("/").map(encodeURIComponent).join("/")}`;
  const open = async (asked) => { location.href = address((await post("/api/new", asked)).open); };

  if ($("join")) {
    onSubmit($("join"), async () => { location.href = (await post("/join", { code: $("join-code").value })).open; });
    return;
  }

  function option(value, text) {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text;
    return made;
  }

  function record(one, title) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = address(one.name);
    link.textContent = one.title || one.name;
    const about = document.createElement("span");
    about.className = "about";
    about.textContent = [one.title ? one.name : "", title, new Date(one.changed * 1000).toLocaleString()]
      .filter(Boolean).join(", ");
    item.append(link, " ", about);
    return item;
  }

  function lan(told) {
    $("lan").hidden = !told;
    if (!told) return;
    $("code").textContent = told.code.replace(/(\d{4})/, "$1 ");
    $("devices").textContent = told.devices === 1 ? "1 device follows." : `${told.devices} devices follow.`;
    $("may-write").checked = told.write;
  }

  async function begin() {
    const told = await (await fetch("/api/start")).json();
    const courses = () => {
      const game = told.games.find((one) => one.name === $("game").value);
      $("course-word").textContent = game.course[0].toUpperCase() + game.course.slice(1);
      $("course").replaceChildren(option("", "usual"), ...game.courses.map((one) => option(one.id, one.said)));
      $("rules").replaceChildren(option("", "usual"), ...game.rules.map((one) => option(one, one)));
    };
    $("game").replaceChildren(...told.games.map((one) => option(one.name, one.title)));
    $("game").addEventListener("change", courses);
    courses();
    const titles = Object.fromEntries(told.games.map((one) => [one.name, one.title]));
    $("records").replaceChildren(...told.records.map((one) => record(one, titles[one.game] || "")));
    $("empty").hidden = told.records.length > 0;
    $("begin").hidden = told.role !== "owner";
    lan(told.lan);
  }

  onSubmit($("new"), () => open({
    game: $("game").value,
    course: $("course").value,
    rules: $("rules").value,
    players: $("players").value ? Number($("players").value) : null,
    title: $("title").value,
    name: $("name").value,
  }));
  onSubmit($("paste"), () => open({ text: $("text").value, name: $("paste-name").value }));
  $("may-write").addEventListener("change", async () => lan(await post("/api/lan", { write: $("may-write").checked })));
  $("dismiss").addEventListener("click", async () => lan(await post("/api/lan", { dismiss: true })));
  begin().catch((error) => tell(error.message));
})();
