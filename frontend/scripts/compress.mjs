// Writes .br and .gz siblings of the built text files, so that the server never compresses at run time.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';

const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const dist = new URL('../dist/', import.meta.url).pathname;

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));

/** Scripts are what visits wait for: worth the seconds that the best gzip there is takes. */
const gzipped = (file, content) =>
  extname(file) === '.js'
    ? gzipAsync(content, { numiterations: 15 })
    : gzipSync(content, { level: constants.Z_BEST_COMPRESSION });

for (const file of files) {
  const content = await readFile(file);
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  await Promise.all([
    writeFile(`${file}.br`, brotli),
    writeFile(`${file}.gz`, await gzipped(file, content)),
  ]);
}
console.log(`compressed ${files.length} files`);
