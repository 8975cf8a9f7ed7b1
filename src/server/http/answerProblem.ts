import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_MEDIA_TYPE, type ErrorCode } from '#contract/problem.ts';
import { isDatabaseUnavailable } from '../db/databaseFailure.ts';
import { ApiError, refuseField, refuseForNow } from '../errors.ts';

/**
 * Creates the error handler, the only place that turns thrown errors into responses (section 7, Answers). Logs `internal` and
 * `unavailable`.
 * @param documentFor The HTML document for a request that wants a page, which the browser renders; undefined for an API request.
 */
export function answerProblem(
  countError: (code: ErrorCode) => void,
  documentFor: (request: FastifyRequest) => string | undefined = () => undefined,
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const apiError = apiErrorOf(error);
    countError(apiError.code);
    if (apiError.code === 'internal' || apiError.code === 'unavailable') {
      request.log[apiError.code === 'internal' ? 'error' : 'warn']({ err: error }, apiError.code);
    }
    const html = documentFor(request);
    reply
      .code(apiError.status)
      .headers({ 'cache-control': 'no-store', ...apiError.headers })
      .type(html === undefined ? PROBLEM_MEDIA_TYPE : 'text/html; charset=utf-8')
      .send(html ?? JSON.stringify(apiError.toProblem()));
  };
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return refuseForNow();
  if (!(error instanceof Error) || !('code' in error)) return new ApiError('internal');
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refuseField('path', 'The address cannot be read');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuseField('body', 'The request must be a JSON object');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type');
    default:
      return 'statusCode' in error && error.statusCode === 400
        ? refuseField('request', 'The request cannot be read')
        : new ApiError('internal');
  }
}
