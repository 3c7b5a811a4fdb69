"use strict";
/* The desk: a text that stays in this browser, a run as it streams, and what becomes of its reply. All else is plain forms. */
(() => {
  const points = (text) => Array.from(text).length; // the server counts code points, the browser UTF-16 units
  const find = (id) => document.getElementById(id);

  function login() {
    const form = find("login");
    const token = decodeURIComponent(location.hash.slice(1));
    if (!form || !token) return;
    history.replaceState(null, "", location.pathname); // the token is not left in the history
    find("token").value = token;
    form.submit();
  }

  function desk() {
    const form = find("desk");
    if (!form) return;
    const { project, base } = form.dataset;
    const words = JSON.parse(form.dataset.words); // the page's, by their English
    const t = (english) => words[english] ?? english;
    const text = find("text");
    const draft = `underdraft:${project}`;
    let run = null; // {id, start, before, lead, reply, index}: what the verdict is about
    let source = null; // the events of a run that is watched

    const say = (message, kind = "quiet") => { find("state").textContent = message; find("state").className = kind; };
    const sorry = (error) => say(`${words[`error.${error.code}`] || t("That did not work.")} ${error.message}`, "fault");
    const show = (id, on) => { find(id).hidden = !on; };
    let seen = ""; // the digest of the file that the draft began with
    const key = () => (find("chapter").value ? `${draft}:${find("chapter").value}` : draft);
    const keepText = () => {
      try { localStorage.setItem(key(), text.value); localStorage.setItem(`${key()}:seen`, seen); } catch { say(t("The browser has no room to keep this text: save it or copy it elsewhere."), "fault"); }
    };
    const dropDraft = () => { localStorage.removeItem(key()); localStorage.removeItem(`${key()}:seen`); show("conflict", false); };
    text.addEventListener("input", keepText);
    window.addEventListener("storage", (event) => { // another window of this desk: both show the same text
      if (event.key === key() && event.newValue !== null) text.value = event.newValue;
    });

    /* Opens a chapter of the project's files, or with an empty path the draft that belongs to none; an unsaved draft of a chapter goes on. */
    async function openChapter(path) {
      find("chapter").value = path;
      localStorage.setItem(`${draft}:open`, path);
      show("save", Boolean(path)); show("conflict", false);
      text.value = localStorage.getItem(key()) ?? "";
      seen = localStorage.getItem(`${key()}:seen`) ?? "";
      if (!path) return;
      const file = await fetch(`${base}/chapters?path=${encodeURIComponent(path)}`, { headers: { accept: "application/json" } }).then((got) => got.json()).catch(() => unreachable);
      if (!file.ok) { sorry(file.error); return; }
      if (seen && text.value !== file.data.text) { say(t("This is your unsaved draft; the file says something else. Saving shows both where the file has changed."), "warn"); return; }
      dropDraft();
      text.value = file.data.text;
      seen = file.data.digest;
    }
    find("chapter").addEventListener("change", (event) => { putAway(); openChapter(event.target.value); });

    /* Saves the chapter into its file; where that has changed meanwhile, both are shown and the writer chooses. */
    async function save() {
      const saved = await answer(`${base}/chapters`, { path: find("chapter").value, text: text.value, digest: seen });
      if (saved.ok) { dropDraft(); seen = saved.data.digest; say(t("Saved into the file.")); return; }
      sorry(saved.error);
      if (saved.error.code !== "CONFLICT") return;
      const { text: theirs, digest } = saved.error.details;
      await showDifference(find("theirs"), text.value, theirs);
      show("conflict", true);
      find("keep-mine").onclick = () => { seen = digest; save(); };
      find("keep-theirs").onclick = () => { dropDraft(); text.value = theirs; seen = digest; say(""); };
      find("theirs").focus();
    }
    find("save").addEventListener("click", save);
    const describe = () => { find("about").textContent = find("skill").selectedOptions[0].title; };
    find("skill").addEventListener("change", describe);
    describe();

    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== text) return;
      const { selectionStart: a, selectionEnd: b } = text;
      find("selected").textContent = a === b ? "" : t("{n} characters selected").replace("{n}", points(text.value.slice(a, b)));
    });
    const post = (path, payload) => fetch(path, {
      method: "POST", headers: { "content-type": "application/json", ...(project ? { "x-underdraft-project": project } : {}) }, body: JSON.stringify(payload),
    });
    const unreachable = { ok: false, error: { code: "UNREACHABLE", message: "" } };
    const answer = (path, payload) => post(path, payload).then((response) => response.json()).catch(() => unreachable);
    const ask = (channel, payload) => answer(`/ipc/${channel}`, payload);

    /* The reply stands in the text, in place of the selection: as it streams, and then word by word. */
    function propose() {
      const [gone, came] = [document.createElement("del"), document.createElement("ins")];
      gone.textContent = run.before;
      find("before").textContent = run.start === null ? "" : text.value.slice(0, run.start);
      find("reply").replaceChildren(gone, came);
      find("after").textContent = run.start === null ? "" : text.value.slice(run.start + run.before.length);
      show("proposal", true); show("text", false);
      find("proposal").scrollTop = find("reply").offsetTop - 96;
      return came;
    }
    const withdraw = () => { show("proposal", false); show("text", true); };
    const putAway = () => { withdraw(); for (const part of ["result", "verdict", "own", "undo", "why", "variants"]) show(part, false); };

    async function showDifference(place, after, before = run.before) {
      const marked = await fetch(`${base}/diff`, { method: "POST", body: new URLSearchParams({ before, after }) });
      if (marked.ok) place.innerHTML = await marked.text(); // made by the server, everything in it escaped
      else place.textContent = after;
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
      const payload = { skillId: find("skill").value, documentId: find("chapter").value || null, leaveOut: [...form.querySelectorAll("input[data-id]:not(:checked)")].map((box) => box.dataset.id) };
      if (text.value) payload.document = text.value;
      if (text.value) payload.selection = { start: points(text.value.slice(0, a)), end: points(text.value.slice(0, b)) };
      if (find("instruction").value.trim()) payload.instruction = find("instruction").value.trim();
      if (text.value || payload.instruction) return payload;
      say(t("There is no text yet, and nothing is asked for."), "fault");
      text.focus();
      return null;
    }
    find("preview").addEventListener("click", async () => {
      const payload = request();
      if (!payload) return;
      say(t("Putting the prompt together. The first time a library or a model may have to be loaded ..."));
      const shown = await post(`${base}/preview`, payload).catch(() => null);
      find("sent").innerHTML = shown ? await shown.text() : ""; // made by the server, everything in it escaped
      if (!shown) { sorry(unreachable.error); return; }
      say("");
      find("preview-title")?.focus();
    });

    /* Where the passage stands in the text by now; null where it is not there. */
    function place() {
      const { lead, before } = run;
      if (!lead && !before) return text.value.length;
      const whole = text.value.indexOf(lead + before);
      const alone = whole < 0 && before ? text.value.indexOf(before) : -1;
      return whole >= 0 ? whole + lead.length : alone >= 0 ? alone : null;
    }

    /* Watches a run to its end; a connection that breaks off is made anew by the browser and goes on where it was. */
    function follow(id, start) {
      run = { id, start, before: "", lead: "", reply: "", index: 0 };
      putAway();
      show("stop", true);
      find("run").disabled = find("chapter").disabled = true;
      say(t("The model has the prompt ..."));
      const end = progress();
      let came = null;
      source = new EventSource(`${base}/runs/${id}`);
      const over = () => { end(); source.close(); source = null; show("stop", false); find("run").disabled = find("chapter").disabled = false; };
      source.addEventListener("opened", async ({ data }) => {
        Object.assign(run, JSON.parse(data));
        const path = run.documentId ?? "";
        const known = [...find("chapter").options].some((one) => one.value === path);
        if (known && path !== find("chapter").value) opening = openChapter(path);
        await opening;
        run.start = start ?? place();
      });
      source.addEventListener("delta", async ({ data }) => {
        await opening;
        const delta = JSON.parse(data);
        if (delta.index !== 0) return;
        if (!came) { came = propose(); say(words["write.running"]); }
        run.reply += delta.text;
        came.textContent = run.reply;
      });
      source.addEventListener("result", async ({ data }) => { over(); await opening; finish(JSON.parse(data)); });
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) { over(); withdraw(); sorry(unreachable.error); }
        else say(t("The connection is lost; it is made anew ..."), "warn");
      });
    }

    /* Shows a reply for judgement: what there is of it, and what is wrong with it. */
    async function finish(result) {
      if (run.verdict) { withdraw(); say(t("You have judged this reply already; it is under Prompt.")); history.replaceState(null, "", location.pathname); return; }
      const texts = result.ok ? result.data.candidates ?? [result.data.text] : [run.reply];
      if (!texts.some((one) => one.trim())) {
        withdraw();
        if (!result.ok) { if (result.error.code === "CANCELED") say(t("Stopped.")); else sorry(result.error); return; }
      }
      const { flaw } = result;
      say(words[`write.${flaw || "done"}`], flaw ? "warn" : "quiet");
      show("result", true); show("why", true);
      find("why").href = `${base}/prompt?run=${run.id}`;
      await choose(0, texts);
      show("verdict", true);
      if (texts.length > 1) await compare(texts);
      find("reply-title").focus();
    }

    async function choose(index, texts) {
      Object.assign(run, { index, reply: texts[index] });
      show("keep", Boolean(run.reply.trim()));
      if (!run.reply.trim()) return;
      propose().textContent = run.reply;
      await showDifference(find("reply"), run.reply);
    }

    /* Several replies side by side. */
    async function compare(texts) {
      const cards = texts.map((reply, n) => {
        const [card, shown, button] = ["li", "p", "button"].map((name) => document.createElement(name));
        Object.assign(button, { type: "button", textContent: t("Take version {n}").replace("{n}", n + 1) });
        button.addEventListener("click", async () => { await choose(n, texts); show("variants", false); find("reply-title").focus(); });
        shown.className = "diff";
        card.append(shown, button);
        return [card, showDifference(shown, reply)];
      });
      find("variants").replaceChildren(...cards.map(([card]) => card));
      show("variants", true);
      await Promise.all(cards.map(([, shown]) => shown));
    }

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const payload = request();
      if (source || find("run").disabled || !payload) return;
      const start = text.selectionStart;
      find("run").disabled = true;
      say(t("Putting the prompt together. The first time a library or a model may have to be loaded ..."));
      const begun = await answer(`${base}/runs`, { ...payload, candidates: Number(find("candidates").value) });
      find("run").disabled = false;
      if (!begun.ok) { sorry(begun.error); return; }
      history.replaceState(null, "", `${location.pathname}?run=${begun.data.runId}`); // a reload comes back to it
      follow(begun.data.runId, start);
    });
    find("stop").addEventListener("click", () => ask("ai:skill:cancel", { runId: run.id }));
    let opening = openChapter([...find("chapter").options].find((one) => one.value === localStorage.getItem(`${draft}:open`))?.value ?? "");
    if (form.dataset.run) follow(form.dataset.run);

    /* Puts one passage in place of another, wherever it stands by now; false when it is not there any more. */
    function put(passage, instead) {
      if (run.start === null && !instead) return false;
      const start = text.value.startsWith(instead, run.start ?? 0) ? run.start ?? 0 : text.value.indexOf(instead);
      if (start < 0) return false;
      text.setRangeText(passage, start, start + instead.length, "select");
      run.start = start;
      keepText();
      return true;
    }

    async function judge(action, kept, message) {
      const payload = { runId: run.id, action, selectedIndex: kept === null ? -1 : run.index };
      if (kept !== null) payload.finalText = kept;
      const judged = await ask("ai:skill:feedback", payload);
      if (!judged.ok) { sorry(judged.error); return false; }
      run.kept = kept;
      withdraw();
      document.querySelector(`[data-reply="${run.id}"]`)?.remove();
      history.replaceState(null, "", location.pathname);
      const placed = kept === null || put(kept, run.before);
      for (const part of ["verdict", "variants"]) show(part, false);
      show("undo", placed && action === "accept");
      const learned = judged.data.learned ? ` ${t("Learned:")} ${judged.data.learned.content}` : "";
      const habits = (judged.data.noticed ?? []).map((one) => `${one.text} (${t("{score} of {needed}").replace("{score}", one.score).replace("{needed}", one.needed)})`);
      const noticed = habits.length ? ` ${t("Noticed:")} ${habits.join("; ")}` : "";
      say(`${placed ? message : t("The passage is not in the text any more; nothing was changed. The reply is under Prompt.")}${learned}${noticed}`, placed ? "quiet" : "warn");
      text.focus();
      return true;
    }
    find("keep").addEventListener("click", () => judge("accept", run.reply, t("Kept.")));
    find("refuse").addEventListener("click", () => judge("reject", null, t("Refused.")));
    find("again").addEventListener("click", async () => {
      if (!await judge("reject", null, t("Refused."))) return;
      text.setSelectionRange(run.start ?? 0, (run.start ?? 0) + run.before.length);
      form.requestSubmit();
    });

    /* Each change has a box; the text below follows the boxes, and can be written on. */
    find("change").addEventListener("click", () => {
      const pieces = [...find("reply").childNodes].map((node) => [node.nodeName, node.textContent]);
      const taken = new Set(pieces.keys());
      const boxes = pieces.flatMap(([kind, words_], n) => {
        if (kind === "#text" || (kind === "INS" && pieces[n - 1]?.[0] === "DEL")) return [];
        const pair = kind === "DEL" && pieces[n + 1]?.[0] === "INS" ? [n, n + 1] : [n];
        const [label, box] = [document.createElement("label"), document.createElement("input")];
        Object.assign(box, { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
          for (const one of pair) if (box.checked) taken.add(one); else taken.delete(one);
          find("final").value = pieces.filter(([name], at) => (name === "DEL") !== taken.has(at)).map(([, part]) => part).join("");
        });
        label.append(box, ...pair.map((one) => find("reply").childNodes[one].cloneNode(true)));
        return [label];
      });
      find("changes").replaceChildren(...boxes);
      find("final").value = run.reply;
      show("own", true);
      find("final").focus();
    });
    find("keep-own").addEventListener("click", () => judge("accept", find("final").value, t("Kept.")));
    find("undo").addEventListener("click", async () => {
      const undone = await ask("ai:skill:feedback", { runId: run.id, action: "accept", undo: true });
      if (!put(run.before, run.kept)) { say(t("The passage is not in the text any more; nothing was changed. The reply is under Prompt."), "warn"); return; }
      show("undo", false);
      say(undone.ok ? t("Taken back.") : t("The text is as it was. The verdict still counts: it can be taken back for 30 seconds."), undone.ok ? "quiet" : "warn");
    });
  }

  /* A form: asks first where that is sure to be wanted, cannot be sent twice, and says after a moment that it goes on. */
  function watch() {
    let timer = null;
    document.addEventListener("submit", (event) => {
      const form = event.target;
      if (event.defaultPrevented) return;
      if (form.dataset.sure && !window.confirm(form.dataset.sure)) { event.preventDefault(); return; }
      setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
      timer ??= setTimeout(() => {
        find("busy").hidden = false;
        find("doing").textContent = document.body.dataset.busy;
      }, 500);
    });
    window.addEventListener("pageshow", () => { clearTimeout(timer); timer = null; find("busy").hidden = true; });
  }

  /* Times as a clock where the reader is shows them; the server may stand in another zone. */
  function localTimes() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      if (!Number.isNaN(at.getTime())) time.textContent = new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16).replace("T", " ");
    }
  }

  localTimes();
  login();
  desk();
  watch();
  if (!find("notice").hidden) find("main").focus({ preventScroll: true });
  window.addEventListener("hashchange", login); // the whole link, opened where the token is asked for
})();
