/** Calls the channels of a running `underdraft serve`; payloads and answers are typed by its own description. */
import type { paths } from "./schema.js";

type Path = keyof paths & `/ipc/${string}`;
export type Channel = Path extends `/ipc/${infer Name}` ? Name : never;
type Operation<C extends Channel> = paths[`/ipc/${C}` & Path]["post"];
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
export type Payload<C extends Channel> = Operation<C> extends { requestBody?: infer Body } ? Json<NonNullable<Body>> : never;
export type Answer<C extends Channel> =
  Operation<C> extends { responses: { 200: infer Done } } ? (Json<Done> extends { data: infer Data } ? Data : never) : never;

/** What a channel refused; `code` is stable, `message` is a sentence for a person. */
export class UnderdraftError extends Error {
  constructor(readonly code: string, message: string, readonly details?: Record<string, unknown>) {
    super(message);
    this.name = "UnderdraftError";
  }
}

export interface Options {
  /** The address that `underdraft serve` shows, e.g. `http://127.0.0.1:8766`. */
  url: string;
  token: string;
  /** Which of the open projects is meant; the first, if missing. */
  project?: string;
}

export class Client {
  constructor(private readonly options: Options) {}

  /** The data that a channel answers with. Throws `UnderdraftError`. */
  async call<C extends Channel>(channel: C, payload: Payload<C>, signal?: AbortSignal): Promise<Answer<C>> {
    const response = await this.send(channel, payload, "application/json", signal);
    return opened(await response.json()) as Answer<C>;
  }

  /** A run as it is written; `onText` gets each piece. Aborting the signal cancels the run. */
  async run(
    payload: Payload<"ai:skill:run">, onText: (text: string, candidate: number) => void, signal?: AbortSignal,
  ): Promise<Answer<"ai:skill:run">> {
    const response = await this.send("ai:skill:run", { ...payload, stream: true }, "text/event-stream", signal);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body) {
      return opened(await response.json()) as Answer<"ai:skill:run">;
    }
    for await (const [event, data] of events(response.body)) {
      if (event === "delta") onText(data.text, data.index);
      if (event === "result") return opened(data) as Answer<"ai:skill:run">;
    }
    throw new UnderdraftError("INTERNAL", "the stream ended without a result");
  }

  private send(channel: string, payload: unknown, accept: string, signal?: AbortSignal): Promise<Response> {
    const { url, token, project } = this.options;
    return fetch(`${url}/ipc/${channel}`, {
      method: "POST",
      headers: {
        accept, authorization: `Bearer ${token}`, "content-type": "application/json",
        ...(project ? { "x-underdraft-project": project } : {}),
      },
      body: JSON.stringify(payload),
      ...(signal ? { signal } : {}),
    });
  }
}

function opened(envelope: any): unknown {
  if (envelope.ok) return envelope.data;
  const { code, message, details } = envelope.error;
  throw new UnderdraftError(code, message, details);
}

/** The events of a stream: a name, and data out of JSON. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<[string, any]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of body as any as AsyncIterable<Uint8Array>) {
    rest = (rest + decoder.decode(part, { stream: true })).replaceAll("\r\n", "\n");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
      if (event && data) yield [event, JSON.parse(data)];
    }
  }
}
