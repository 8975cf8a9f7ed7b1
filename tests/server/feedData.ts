/** The data of each event of a server-sent event stream, until the stream ends. */
export async function* feedData(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const bytes of stream) {
    text += String(bytes);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield data;
    }
  }
}
