import swagger from '@fastify/swagger';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type { GenericSchema } from 'valibot';
import { PROBLEM_MEDIA_TYPE, PROBLEM_STATUS, problemSchema, type ProblemCode } from '#contract/problem.ts';
import { apiCalls, type ApiCall } from './apiCalls.ts';

const JSON_MEDIA_TYPE = 'application/json';

/** Describes the routes added from now on in OpenAPI, from the schemas that parse them. */
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
      const call = apiCalls[`${String(route.method)} ${url}`];
      return { url, schema: call === undefined ? { hide: true } : describe(call, url) };
    },
  });
}

function describe(call: ApiCall, url: string) {
  return {
    summary: call.summary,
    ...(call.personal === undefined ? {} : { security: [{ bearer: [] }] }),
    ...(call.body === undefined ? {} : { body: schemaOf(call.body, 'input') }),
    ...(call.query === undefined ? {} : { querystring: schemaOf(call.query, 'input') }),
    ...(url.includes(':title') ? { params: objectOf({ title: 'The exact title, percent-encoded' }) } : {}),
    ...(call.once === undefined
      ? {}
      : { headers: objectOf({ 'idempotency-key': '1 to 255 visible ASCII characters' }) }),
    response: { [call.status]: answerOf(call), ...problemsOf(call) },
  };
}

function answerOf({ answer, summary, mediaType = JSON_MEDIA_TYPE }: ApiCall) {
  if (answer === undefined) return { description: summary, type: 'null' };
  return { description: summary, content: { [mediaType]: { schema: schemaOf(answer, 'output') } } };
}

function problemsOf({ refusals, personal, body, query }: ApiCall) {
  const always: readonly ProblemCode[] = [
    ...(body === undefined && query === undefined ? [] : (['invalid_request'] as const)),
    ...(body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...(personal === undefined ? [] : (['unauthenticated'] as const)),
    'internal',
    'unavailable',
  ];
  const byStatus = Map.groupBy([...always, ...refusals], (code) => PROBLEM_STATUS[code]);
  const schema = schemaOf(problemSchema, 'output');
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { [PROBLEM_MEDIA_TYPE]: { schema } } },
    ]),
  );
}

function objectOf(descriptions: Readonly<Record<string, string>>) {
  const properties = Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { type: 'string', description }]),
  );
  return { type: 'object', properties };
}

function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest;
}
