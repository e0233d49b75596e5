/**
 * What of its libraries the shop never calls, and bundlers have to keep. Each pattern matches what its
 * package looks like today, and a test says so. Where one matches no more, the bundle is larger and works as
 * before; the browser tests have a limit.
 */

/** What components and contexts are made with at the top of a module. None of it has a side effect. */
const MAKERS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;
/** Classes, whose base is read from an object: as far as a bundler knows, that could do something. */
const CLASSES = /^(var \w+ = )(class extends React\d*\.Component \{$.*?^\});$/gms;
/** What a data router shows in place of a route that failed; without one, it is never looked at. */
const ROUTE_FAILURES = [
  /^RenderErrorBoundary\.contextType = .*$/m,
  / \|\| defaultErrorElement\b/,
  /\bdataRouterState && \(match\.route\.ErrorBoundary [^;]*? : (?=getChildren\(\);)/,
];
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;

/**
 * The shop uses no data routers, forms or prefetching links of React Router, and its developers are not
 * on the line. The package says that its files have no side effects, but the marks that say so of single
 * calls got lost in its own build, so the bundler would keep them.
 */
export function leanRouter(code: string): string {
  return ROUTE_FAILURES.reduce((rest, failure) => rest.replace(failure, ''), code)
    .replace(MAKERS, '$1/* @__PURE__ */ $2')
    .replace(CLASSES, '$1/* @__PURE__ */ (() => $2)();')
    .replace(DISPLAY_NAMES, '')
    .replace(/^function warning(Once)?\(/gm, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;');
}

/**
 * Functions that React calls for every tree and that do nothing in one without `<ViewTransition>`, without
 * refs to fragments, and that was not rendered by a server: those of nothing but these.
 */
const OF_OTHER_TREES = new RegExp(
  `^function (${[
    String.raw`\w*ViewTransition\w*`,
    String.raw`(?:commit|delete)\w*FragmentInstance\w*`,
    String.raw`(?:canHydrate|getNextHydratable|attempt\w*Hydration)\w*`,
    String.raw`commit\w+HydrationCallbacks`,
    String.raw`retry\w+WithoutHydrating`,
    'prepareToHydrateHostInstance|popHydrationState|updateDehydratedSuspenseComponent',
    'clearHydrationBoundary|hideOrUnhideDehydratedBoundary',
  ].join('|')})\\(.*?^\\}`,
  'gms',
);
const METHODS_OF_FRAGMENTS = /^FragmentInstance\.prototype\.\w+ = function.*?^\};/gms;
const HYDRATE_ROOT = /^exports\.hydrateRoot = function.*?^\};/gms;

export function leanReactDom(code: string): string {
  return code
    .replace(OF_OTHER_TREES, 'function $1() {}')
    .replace(METHODS_OF_FRAGMENTS, '')
    .replace(HYDRATE_ROOT, '');
}

/**
 * RTK Query without what `setupListeners` and `onCacheEntryAdded` are for, and without the copy of its
 * subscriptions in the store, which only its developer tools look at.
 */
export function leanQuery(code: string): string {
  return code
    .replace(/^\t+build(DevCheck|CacheLifecycle)Handler,\n/gm, '')
    .replace('buildWindowEventHandler(builderArgs);', '() => {};')
    .replace(/if \(didMutate && !updateSyncTimer\).*?\}, 500\);/s, '')
    .replace('return applyPatches(state, action.payload);', 'return state;');
}
