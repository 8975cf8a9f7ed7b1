/** The data of each unnamed event of a server-sent event stream, until the stream ends: what a browser passes to `message` listeners. */
export async function* feedData(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const bytes of stream) {
    text += String(bytes);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = messageIn(event);
      if (data !== undefined) yield data;
    }
  }
}

/** The data of an event; undefined for a named one, such as a heartbeat. */
export function messageIn(event: string): string | undefined {
  return /^event:/m.test(event) ? undefined : /^data: (.*)$/m.exec(event)?.[1];
}
