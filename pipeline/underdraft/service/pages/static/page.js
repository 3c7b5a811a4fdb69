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

  function desk() {
    const form = document.getElementById("desk");
    if (!form || form.dataset.ready) return;
    form.dataset.ready = "yes";
    const find = (id) => form.querySelector(`#${id}`); // also when another view has taken its place
    const { project, base } = form.dataset;
    const words = JSON.parse(form.dataset.words);
    const text = find("text");
    const place = `underdraft:${project}`;
    let run = null; // {id, start, end, before, reply}: what the verdict is about
    let stopper = null;

    const say = (message, kind = "quiet") => { find("state").textContent = message; find("state").className = kind; };
    const sorry = (error) => say(`${words.errors[error.code] || words.failed} ${error.message}`, "fault");
    const show = (id, on) => { find(id).hidden = !on; };
    const keepText = () => { try { localStorage.setItem(place, text.value); } catch { say(words.unsaved, "fault"); } };
    text.value = localStorage.getItem(place) || "";
    text.addEventListener("input", keepText);
    window.addEventListener("storage", (event) => { // another window of this desk: both show the same text
      if (text.isConnected && event.key === place && event.newValue !== null) text.value = event.newValue;
    });
    const describe = () => { find("about").textContent = find("skill").selectedOptions[0].title; };
    find("skill").addEventListener("change", describe);
    describe();

    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== text) return;
      const { selectionStart: a, selectionEnd: b } = text;
      find("selected").textContent = a === b ? "" : words.selected.replace("{n}", points(text.value.slice(a, b)));
    });
    let name = "chapter.md";
    find("file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (!file || (text.value && !confirm(words.replace))) { event.target.value = ""; return; }
      const bytes = await file.arrayBuffer();
      const decode = (encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);
      try { text.value = decode("utf-8", true); } catch { text.value = decode("gb18030", false); }
      name = file.name;
      event.target.value = "";
      keepText();
      text.focus();
    });
    find("save").addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text.value], { type: "text/markdown" }));
      link.download = name;
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
    const post = (path, payload) => fetch(`${base}/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(payload) });
    const ask = (channel, payload) => call(channel, payload).catch(() => ({ ok: false, error: { code: "UNREACHABLE", message: "" } }));

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

    /* The reply stands in the text, in place of the selection: as it streams, and then word by word. */
    function propose() {
      const [gone, came] = [document.createElement("del"), document.createElement("ins")];
      gone.textContent = run.before;
      find("before").textContent = text.value.slice(0, run.start);
      find("reply").replaceChildren(gone, came);
      find("after").textContent = text.value.slice(run.end);
      show("proposal", true); show("text", false);
      find("proposal").scrollTop = find("reply").offsetTop - 96;
      return came;
    }
    const withdraw = () => { show("proposal", false); show("text", true); };

    async function showDifference(before, after) {
      const answer = await fetch(`${base}/diff`, { method: "POST", body: new URLSearchParams({ before, after }) });
      if (answer.ok) find("reply").innerHTML = await answer.text(); // made by the server, everything in it escaped
    }

    /* Says what the run is at, and for how long; only the words are read aloud. */
    function progress() {
      const begun = Date.now();
      const tick = () => { find("clock").textContent = `${Math.round((Date.now() - begun) / 1000)} s`; };
      const timer = setInterval(tick, 1000);
      return () => { clearInterval(timer); find("clock").textContent = ""; };
    }

    /* What is asked for, without the memories that the preview was told to leave out; null where there is nothing. */
    function request() {
      const { selectionStart: a, selectionEnd: b } = text;
      const payload = { skillId: find("skill").value, leaveOut: [...form.querySelectorAll("input[data-id]:not(:checked)")].map((box) => box.dataset.id) };
      if (text.value) payload.document = text.value;
      if (text.value) payload.selection = { start: points(text.value.slice(0, a)), end: points(text.value.slice(0, b)) };
      if (find("instruction").value.trim()) payload.instruction = find("instruction").value.trim();
      if (text.value || payload.instruction) return payload;
      say(words.empty, "fault");
      text.focus();
      return null;
    }
    find("preview").addEventListener("click", async () => {
      const payload = request();
      if (!payload) return;
      say(words.preparing);
      const answer = await post("preview", payload).catch(() => null);
      find("sent").innerHTML = answer ? await answer.text() : ""; // made by the server, everything in it escaped
      if (!answer) { sorry({ code: "UNREACHABLE", message: "" }); return; }
      say("");
      find("preview-title")?.focus();
    });

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (stopper) return;
      const { selectionStart: a, selectionEnd: b } = text;
      const payload = request();
      if (!payload) return;
      payload.stream = true;
      run = { id: null, start: a, end: b, before: text.value.slice(a, b), reply: "" };
      stopper = new AbortController();
      for (const id of ["result", "verdict", "own", "undo", "why"]) show(id, false);
      show("stop", true);
      find("run").disabled = true;
      say(words.preparing);
      const end = progress();
      let came = null;
      let done = false;
      try {
        const response = await call("ai:skill:run", payload, { stream: true, headers: { accept: "text/event-stream" }, signal: stopper.signal });
        let result = null;
        if (!response.headers.get("content-type").startsWith("text/event-stream")) result = await response.json();
        else for await (const [event_, data] of events(response)) {
          if (event_ === "started") { run.id = data.runId; say(words.waiting); }
          if (event_ === "delta" && data.index === 0) {
            if (!came) { came = propose(); say(words.running); }
            run.reply += data.text;
            came.textContent = run.reply;
          }
          if (event_ === "result") result = data;
        }
        if (!result || !result.ok) { sorry(result ? result.error : { code: "UNREACHABLE", message: "" }); return; }
        done = true;
        run.id = result.data.runId;
        run.reply = result.data.text;
        (came || propose()).textContent = run.reply;
        await showDifference(run.before, run.reply);
        const cut = result.data.warnings.some((one) => one.startsWith("REPLY_"));
        say(cut ? words.truncated : words.done, cut ? "warn" : "quiet");
        show("result", true); show("verdict", true); show("why", true);
        find("why").href = `${base}/prompt?run=${run.id}`;
        find("reply-title").focus();
      } catch (fault) {
        if (fault.name === "AbortError") say(words.stopped); else sorry({ code: "UNREACHABLE", message: "" });
      } finally {
        end();
        stopper = null;
        show("stop", false);
        find("run").disabled = false;
        if (!done) { run = null; withdraw(); }
      }
    });
    find("stop").addEventListener("click", () => stopper?.abort());
    window.addEventListener("pagehide", () => stopper?.abort());

    /* Puts one passage in place of another, wherever it stands by now; false when it is not there any more. */
    function put(passage, instead) {
      const start = text.value.startsWith(instead, run.start) ? run.start : text.value.indexOf(instead);
      if (start < 0) return false;
      text.setRangeText(passage, start, start + instead.length, "select");
      run.start = start;
      keepText();
      return true;
    }

    async function judge(action, kept, message) {
      const payload = { runId: run.id, action };
      if (kept !== null) { payload.finalText = kept; payload.selectedIndex = 0; }
      const answer = await ask("ai:skill:feedback", payload);
      if (!answer.ok) { sorry(answer.error); return; }
      run.kept = kept;
      withdraw();
      const placed = kept === null || put(kept, run.before);
      show("verdict", false); show("undo", placed && action === "accept");
      const learned = answer.data.learned ? ` ${words.learned} ${answer.data.learned.content}` : "";
      const habits = (answer.data.noticed ?? []).map((one) => `${one.text} (${one.score}/${one.needed})`);
      const noticed = habits.length ? ` ${words.noticed} ${habits.join("; ")}` : "";
      say(`${placed ? message : words.moved}${learned}${noticed}`, placed ? "quiet" : "warn");
      text.focus();
    }
    find("keep").addEventListener("click", () => judge("accept", run.reply, words.kept));
    find("refuse").addEventListener("click", () => judge("reject", null, words.refused));
    find("change").addEventListener("click", () => { find("final").value = run.reply; show("own", true); find("final").focus(); });
    find("keep-own").addEventListener("click", () => judge("accept", find("final").value, words.kept));
    find("undo").addEventListener("click", async () => {
      const answer = await ask("ai:skill:feedback", { runId: run.id, action: "accept", undo: true });
      if (!put(run.before, run.kept)) { say(words.moved, "warn"); return; }
      show("undo", false);
      say(answer.ok ? words.undone : words.late, answer.ok ? "quiet" : "warn");
    });
  }

  /* What waits in the background, as it changes; where a view shows it. */
  function pending() {
    const shown = find("pending");
    if (!shown) return;
    const source = new EventSource(shown.dataset.events);
    source.addEventListener("pending", (event) => {
      const { ok, data } = JSON.parse(event.data);
      if (ok) shown.textContent = shown.dataset.words.replace("{waiting}", data.waiting).replace("{failed}", data.failed);
    });
  }

  /* A form: asks first where that is sure to be wanted, cannot be sent twice, and says after a moment that it goes on. */
  function watch() {
    let timer = null;
    document.addEventListener("submit", (event) => {
      const form = event.target;
      if (event.defaultPrevented) return;
      if (form.dataset.sure && !window.confirm(form.dataset.sure)) { event.preventDefault(); return; }
      const begun = Date.now();
      setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
      timer ??= setInterval(() => {
        find("busy").hidden = false;
        find("doing").textContent = document.body.dataset.busy;
        find("elapsed").textContent = `${Math.round((Date.now() - begun) / 1000)} s`;
      }, 500);
    });
    window.addEventListener("pageshow", () => { clearInterval(timer); timer = null; find("busy").hidden = true; });
  }

  document.addEventListener("DOMContentLoaded", () => {
    login();
    desk();
    watch();
    pending();
    if (!find("notice").hidden) find("main").focus({ preventScroll: true });
  });
  window.addEventListener("hashchange", login); // the whole link, opened where the token is asked for
})();
