/** The loop of a writing program: run, edit, say what became of it, and see what was learned. */
import { Client, UnderdraftError } from "./client.js";

const { UNDERDRAFT_URL: url = "http://127.0.0.1:8766", UNDERDRAFT_TOKEN: token = "", UNDERDRAFT_MODEL: model } = process.env;
const client = new Client({ url, token });
const text = "夜里很冷。他冲了出去，门响了一声。";
const selection = { start: 5, end: Array.from(text).length }; // code points, as Array.from counts them

async function write(): Promise<string> {
  let streamed = "";
  const run = await client.run(
    { skillId: "polish", document: text, selection, ...(model ? { model } : {}) }, (piece) => { streamed += piece; },
  );
  console.log(`run ${run.runId}: ${streamed === run.text ? "streamed whole" : "BROKEN"}, ${run.injected.length} pieces injected`);
  return run.runId;
}

for (let time = 1; time <= 3; time += 1) {
  const said = await client.call("ai:skill:feedback", {
    runId: await write(), action: "accept", evidenceRef: "偏好短句", finalText: "他冲了出去。门响了。", selectedIndex: 0,
  });
  console.log(`feedback ${time}: score ${said.score} of ${said.threshold}`);
  if (said.learned) console.log(`learned: ${said.learned.content}`);
}

const last = await client.call("ai:run:get", { runId: await write() });
console.log(`injected now: ${last.injected.some((line) => line.source === "memory:injection")}`);
try {
  await client.call("ai:run:get", { runId: "none" });
} catch (error) {
  if (!(error instanceof UnderdraftError)) throw error;
  console.log(`refused: ${error.code}`);
}
