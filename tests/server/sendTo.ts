/** Sends an API request over HTTP and returns the status and the parsed body. */
export async function sendTo(
  url: string,
  method: string,
  path: string,
  { token = '', body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const read: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, body: read };
}
