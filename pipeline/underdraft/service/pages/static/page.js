"use strict";
/* The desk: a text that stays in this browser, a run as it streams, and what becomes of its reply. All else is plain forms. */
(() => {
  const points = (text) => Array.from(text).length; // the server counts code points, the browser UTF-16 units
  const find = (id) => document.getElementById(id);

  function login() {
    const form = find("login");
    const token = decodeURIComponent(location.hash.slice(1));
    if (!form || !token || form.dataset.ready) return;
    form.dataset.ready = "yes";
    history.replaceState(null, "", location.pathname); // the token is not left in the history
    find("token").value = token;
    form.submit();
  }

  function scopes() {
    for (const select of document.querySelectorAll("select[data-project]")) {
      const hidden = select.form.elements.projectId;
      const adapt = () => { hidden.disabled = select.value === "global"; };
      select.onchange = adapt;
      adapt();
    }
  }

  function desk() {
    const form = find("desk");
    if (!form || form.dataset.ready) return;
    form.dataset.ready = "yes";
    const { project, base } = form.dataset;
    const words = JSON.parse(form.dataset.words);
    const text = find("text");
    const place = `underdraft:${project}`;
    let run = null; // {id, start, end, before, reply}: what the verdict is about
    let stopper = null;

    text.value = localStorage.getItem(place) || "";
    const keepText = () => localStorage.setItem(place, text.value);
    text.addEventListener("input", keepText);
    const say = (message, kind = "quiet") => { find("state").textContent = message; find("state").className = kind; };
    const show = (id, on) => { find(id).hidden = !on; };

    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== text) return;
      const { selectionStart: a, selectionEnd: b } = text;
      find("selected").textContent = a === b ? "" : `${points(text.value.slice(a, b))}`;
    });
    find("file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (file) { text.value = await file.text(); keepText(); text.focus(); }
    });
    find("save").addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text.value], { type: "text/markdown" }));
      link.download = "chapter.md";
      link.click();
      URL.revokeObjectURL(link.href);
    });

    async function call(channel, payload, options = {}) {
      const answer = await fetch(`/ipc/${channel}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(project ? { "x-underdraft-project": project } : {}), ...options.headers },
        body: JSON.stringify(payload), signal: options.signal,
      });
      return options.stream ? answer : answer.json();
    }

    async function* events(response) {
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        rest = (rest + value).replaceAll("\r\n", "\n");
        for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
          const lines = Object.fromEntries(rest.slice(0, end).split("\n").map((line) => line.split(/: (.*)/s)).slice(0, 9));
          if (lines.event) yield [lines.event, JSON.parse(lines.data)];
        }
      }
    }

    async function showDifference(before, after) {
      const body = new URLSearchParams({ before, after });
      const answer = await fetch(`${base}/diff`, { method: "POST", body });
      find("reply").innerHTML = await answer.text(); // made by the server, everything in it escaped
    }

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (stopper) return;
      const { selectionStart: a, selectionEnd: b } = text;
      const payload = { skillId: find("skill").value, stream: true };
      if (text.value) payload.document = text.value;
      if (text.value) payload.selection = { start: points(text.value.slice(0, a)), end: points(text.value.slice(0, b)) };
      if (find("instruction").value.trim()) payload.instruction = find("instruction").value.trim();
      if (!text.value && !payload.instruction) { say(words.empty, "fault"); text.focus(); return; }
      run = { id: null, start: a, end: b, before: text.value.slice(a, b), reply: "" };
      stopper = new AbortController();
      show("result", true); show("verdict", false); show("own", false); show("undo", false); show("why", false); show("stop", true);
      find("run").disabled = true;
      find("reply").textContent = "";
      say(words.running);
      try {
        const response = await call("ai:skill:run", payload, { stream: true, headers: { accept: "text/event-stream" }, signal: stopper.signal });
        let result = null;
        if (!response.headers.get("content-type").startsWith("text/event-stream")) result = await response.json();
        else for await (const [name, data] of events(response)) {
          if (name === "started") run.id = data.runId;
          if (name === "delta" && data.index === 0) { run.reply += data.text; find("reply").textContent = run.reply; }
          if (name === "result") result = data;
        }
        if (!result || !result.ok) { say(`${words.failed} ${result ? result.error.message : ""}`, "fault"); run = null; return; }
        run.id = result.data.runId;
        run.reply = result.data.text;
        await showDifference(run.before, run.reply);
        const cut = result.data.warnings.some((one) => one.startsWith("REPLY_"));
        say(cut ? words.truncated : words.done, cut ? "warn" : "quiet");
        show("verdict", true); show("why", true);
        find("why").href = `${base}/prompt?run=${run.id}`;
        find("reply-title").focus();
      } catch (fault) {
        say(fault.name === "AbortError" ? words.stopped : words.failed, "fault");
        run = null;
      } finally {
        stopper = null;
        show("stop", false);
        find("run").disabled = false;
      }
    });
    find("stop").addEventListener("click", () => stopper && stopper.abort());

    async function judge(action, kept, message) {
      const payload = { runId: run.id, action };
      if (kept !== null) { payload.finalText = kept; payload.selectedIndex = 0; }
      const answer = await call("ai:skill:feedback", payload);
      if (!answer.ok) { say(`${words.failed} ${answer.error.message}`, "fault"); return; }
      run.whole = text.value;
      if (kept !== null) {
        text.setRangeText(kept, run.start, run.end, "select");
        keepText();
      }
      show("verdict", false); show("undo", action === "accept");
      say(answer.data.learned ? `${message} ${words.learned} ${answer.data.learned.content}` : message);
      text.focus();
    }
    find("keep").addEventListener("click", () => judge("accept", run.reply, words.kept));
    find("refuse").addEventListener("click", () => judge("reject", null, words.refused));
    find("change").addEventListener("click", () => { find("final").value = run.reply; show("own", true); find("final").focus(); });
    find("keep-own").addEventListener("click", () => judge("accept", find("final").value, words.kept));
    find("undo").addEventListener("click", async () => {
      const answer = await call("ai:skill:feedback", { runId: run.id, action: "accept", undo: true });
      if (!answer.ok) { say(`${words.failed} ${answer.error.message}`, "fault"); return; }
      text.value = run.whole;
      keepText();
      show("undo", false);
      say(words.undone);
    });
  }

  const begin = () => { login(); scopes(); desk(); };
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", (event) => {
    begin();
    if (event.target === document.body) find("main").focus({ preventScroll: true });
  });
})();
