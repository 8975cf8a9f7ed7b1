import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const SMALLEST_BYTES = 1024;
const QUICK_BROTLI = 5;

/**
 * Compresses answers of more than a packet, such as the list of films, for callers that accept it; built files come
 * compressed, feeds stay as they are. What is sent to the server is never decompressed: its size is limited as it comes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: SMALLEST_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } },
    globalDecompression: false,
  });
}
