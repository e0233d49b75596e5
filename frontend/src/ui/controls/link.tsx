import type { ComponentProps, MouseEvent } from 'react';
import {
  type To,
  useHref,
  useLinkClickHandler,
  useLocation,
  useResolvedPath,
} from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** The history state of the location. */
  state?: unknown;
  /** Replaces the current history entry. */
  replace?: boolean;
}

/**
 * A link within the shop, built from the router's own hooks. The router's link can prefetch for
 * data routers, which costs 3 kB for a feature that the shop does not use.
 */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    state,
    replace,
    target: rest.target,
  });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {rest.children}
    </a>
  );
}

interface NavLinkProps extends LinkProps {
  /** Matches only this exact path, not those below it. */
  end?: boolean;
}

/** A menu link that marks the current page. */
export function NavLink({ end = false, className = '', ...rest }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase();
  const there = useResolvedPath(rest.to).pathname.toLowerCase();
  const isHere = here === there || (!end && here.startsWith(`${there}/`));
  return (
    <Link
      {...rest}
      className={isHere ? `${className} active`.trim() : className}
      aria-current={isHere ? 'page' : undefined}
    />
  );
}
