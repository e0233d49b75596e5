/** Moves the app's scripts out of the way of the page's first drawing, together with what each page needs of them. */
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The files that are loaded with one, itself first. */
function loadedWith(file: string, bundle: Rolldown.OutputBundle, before = new Set<string>()) {
  if (before.has(file)) return before;
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') throw new Error(`${file} is none of the built files`);
  before.add(file);
  for (const each of chunk.imports) loadedWith(each, bundle, before);
  return before;
}

/** The file that a stylesheet which is imported later has become. */
function styleOf(module: string, bundle: Rolldown.OutputBundle): string {
  const style = Object.values(bundle).find(
    ({ fileName }) =>
      fileName.endsWith('.css') && fileName.startsWith(`assets/${basename(module, '.css')}-`),
  );
  if (!style) throw new Error(`index.html names ${module}, which is no stylesheet of its own`);
  return style.fileName;
}

/** A screen's module, as `index.html` names it. */
const SCREEN = /<link\s+rel="modulepreload"\s+href="\/(src\/[^"]+)"\s*\/>/g;
/** The app, as Vite puts it into the head. */
const APP = /^ *<(?:script type="module"|link rel="modulepreload") crossorigin [^\n]*\n/gm;
const SCRIPTS_END = '    </template>';
/** The module that fetches them. */
const FETCHING = 'fetch-scripts';

/**
 * In `index.html` each page names the module that its screen is in, as developers know it. Built, it names
 * the files that this has become, but for those that every page loads; and the app is fetched with them, when
 * the page has been drawn.
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
      if (!chunk) throw new Error(`index.html names ${module}, which is no screen`);
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
      // The development server serves the modules as they are named.
      handler: (html, { bundle }) => (bundle ? built(html, bundle) : html),
    },
  };
}
