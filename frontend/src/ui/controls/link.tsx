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
  /** What the history remembers with the address. */
  state?: unknown;
  /** Takes the place of the current address in the history. */
  replace?: boolean;
}

/**
 * A link within the shop, made of the router's own hooks. Its ready-made link can fetch ahead what a
 * data router knows of, which is 3 kB for a router that the shop does not use.
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
  /** Only this very address counts, not those below it. */
  end?: boolean;
}

/** A link of a menu, which tells when one is there. */
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
