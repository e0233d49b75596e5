// Writes `.br` files next to the built text files, so that the server does not compress at run
// time.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const dist = new URL('../dist/', import.meta.url).pathname;
const compress = promisify(brotliCompress);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));

// zlib compresses on its own threads, so all cores are used.
await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(`${file}.br`, await compress(content, { params }));
  }),
);
console.log(`compressed ${files.length} files`);
