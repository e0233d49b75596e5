/**
 * Delays the app's scripts until after the first paint, together with everything each page needs
 * from them.
 */
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The files loaded together with one file, including itself. */
function loadedWith(file: string, bundle: Rolldown.OutputBundle, before = new Set<string>()) {
  if (before.has(file)) return before;
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') throw new Error(`${file} is not in the bundle`);
  before.add(file);
  for (const each of chunk.imports) loadedWith(each, bundle, before);
  return before;
}

/** The built file of a stylesheet that is imported dynamically. */
function styleOf(module: string, bundle: Rolldown.OutputBundle): string {
  const style = Object.values(bundle).find(
    ({ fileName }) =>
      fileName.endsWith('.css') && fileName.startsWith(`assets/${basename(module, '.css')}-`),
  );
  if (!style) throw new Error(`index.html names ${module}, which has no file of its own`);
  return style.fileName;
}

/** A screen's module, as `index.html` names it. */
const SCREEN = /<link\s+rel="modulepreload"\s+href="\/(src\/[^"]+)"\s*\/>/g;
/** The app's script tags, as Vite inserts them into the head. */
const APP = /^ *<(?:script type="module"|link rel="modulepreload") crossorigin [^\n]*\n/gm;
const SCRIPTS_END = '    </template>';
/** The module that fetches them. */
const FETCHING = 'fetch-scripts';

/**
 * In `index.html`, each page names the source module of its screen. The build replaces it with the
 * built files, except those that every page loads, and loads the app together with them after the
 * first paint.
 */
export function scriptsAfterDrawing(): Plugin {
  const built = (html: string, bundle: Rolldown.OutputBundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const app = html.match(APP) ?? [];
    const everywhere = chunks.filter(({ fileName }) => app.join('').includes(fileName));
    const known = new Set(everywhere.flatMap(({ fileName }) => [...loadedWith(fileName, bundle)]));
    const filesOf = (module: string) => {
      if (module.endsWith('.css'))
        return [`<link rel="preload" as="style" crossorigin href="/${styleOf(module, bundle)}">`];
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
      if (!chunk) throw new Error(`index.html names ${module}, which is not a screen`);
      const needed = [...loadedWith(chunk.fileName, bundle)].filter((file) => !known.has(file));
      return needed.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    };
    const start = chunks.find(({ name }) => name === FETCHING)?.fileName;
    if (start === undefined) throw new Error(`${FETCHING} was not built`);
    return html
      .replace(APP, '')
      .replace(SCREEN, (_link, module: string) => filesOf(module).join('\n      '))
      .replace(
        SCRIPTS_END,
        `${app.map((tag) => `  ${tag}`).join('')}${SCRIPTS_END}\n    <script type="module" crossorigin src="/${start}"></script>`,
      );
  };
  return {
    name: 'shop:scripts-after-drawing',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      this.emitFile({
        type: 'chunk',
        id: `src/app/${FETCHING}.ts`,
        name: FETCHING,
        preserveSignature: 'allow-extension',
      });
    },
    transformIndexHtml: {
      order: 'post',
      // The development server serves the modules under these names.
      handler: (html, { bundle }) => (bundle ? built(html, bundle) : html),
    },
  };
}
