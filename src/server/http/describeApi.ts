import swagger from '@fastify/swagger';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type { GenericSchema } from 'valibot';
import { FEED_MEDIA_TYPE } from '#contract/bookedSeats.ts';
import { CALENDAR_MEDIA_TYPE } from '#contract/calendar.ts';
import { isOfDoor, isPersonal, nothing, errorsOf, type Call } from '#contract/calls.ts';
import { errorEntry } from '#contract/apiErrors.ts';
import { PROBLEM_MEDIA_TYPE, problemSchema, type ErrorCode } from '#contract/problem.ts';
import { callAt } from './callAt.ts';

const JSON_MEDIA_TYPE = 'application/json';
const MEDIA_TYPES: Readonly<Partial<Record<Call['kind'], string>>> = {
  feed: FEED_MEDIA_TYPE,
  calendar: CALENDAR_MEDIA_TYPE,
};
const KEY_HEADER = {
  type: 'object',
  properties: { 'idempotency-key': { type: 'string', description: '1 to 255 visible ASCII characters' } },
};

/** Generates the OpenAPI document for all routes added after this call, from the schemas that parse their requests. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nobar Now',
        version: '1',
        description: 'Cinema tickets paid from a wallet. Money is whole rupiah.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ url, route }) => {
      const call = callAt(String(route.method), url);
      return { url, schema: call === undefined ? { hide: true } : describe(call) };
    },
  });
}

function describe(call: Call) {
  const { method, kind, params, input, status, summary } = call;
  return {
    summary,
    ...(isPersonal(call) || isOfDoor(call) ? { security: [{ bearer: [] }] } : {}),
    ...(params === nothing ? {} : { params: schemaOf(params, 'input') }),
    ...(input === nothing ? {} : { [method === 'GET' ? 'querystring' : 'body']: schemaOf(input, 'input') }),
    ...(kind === 'command' || kind === 'admission' ? { headers: KEY_HEADER } : {}),
    response: { [status]: answerOf(call), ...problemsOf(call) },
  };
}

function answerOf({ kind, status, answer, summary }: Call) {
  if (status === 204) return { description: summary, type: 'null' };
  const mediaType = MEDIA_TYPES[kind] ?? JSON_MEDIA_TYPE;
  return { description: summary, content: { [mediaType]: { schema: schemaOf(answer, 'output') } } };
}

function problemsOf(call: Call) {
  const byStatus = Map.groupBy(errorsOf(call), (code) => errorEntry(code).status);
  const schema = schemaOf(problemSchema, 'output');
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map(describeError).join(', '), content: { [PROBLEM_MEDIA_TYPE]: { schema } } },
    ]),
  );
}

/** An error code with the names of its details: `seat_taken (seatNumbers)`. */
function describeError(code: ErrorCode): string {
  const { details = [] } = errorEntry(code);
  return details.length === 0 ? code : `${code} (${details.join(', ')})`;
}

function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest;
}
