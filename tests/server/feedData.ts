/** An event of a stream. The type of an unnamed one is `message`, as in a browser. */
export interface FeedEvent {
  readonly type: string;
  readonly data: string;
}

/** The events of a server-sent event stream that have data, until the stream ends. */
export async function* feedEvents(stream: AsyncIterable<unknown>): AsyncGenerator<FeedEvent> {
  let text = '';
  for await (const bytes of stream) {
    text += String(bytes);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield { type: /^event: (.*)$/m.exec(event)?.[1] ?? 'message', data };
    }
  }
}

/** The data of an unnamed event; undefined for a named one, such as a heartbeat. */
export function messageIn(event: string): string | undefined {
  return /^event:/m.test(event) ? undefined : /^data: (.*)$/m.exec(event)?.[1];
}
