import { useNavigate } from "@remix-run/react";
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
} from "react";

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

/** Without a provider a link is followed by the browser, which loads the document. */
const FollowContext = createContext<Follow | undefined>(undefined);

/** Lets the links below open pages without loading the document. */
export function PageLinksProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow = useCallback<Follow>(
    (event) => {
      const link = event.currentTarget;
      if (!isPlainClick(event) || !staysHere(link)) return;
      event.preventDefault();
      navigate(link.getAttribute("href") ?? "", { replace: opensSamePage(link) });
    },
    [navigate],
  );
  return <FollowContext.Provider value={follow}>{children}</FollowContext.Provider>;
}

/** With another button, or with one of these keys, the browser opens a window or a menu. */
const isPlainClick = ({
  defaultPrevented,
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
}: MouseEvent): boolean => !defaultPrevented && button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

const staysHere = ({ target, origin }: HTMLAnchorElement): boolean =>
  (target === "" || target === "_self") && origin === window.location.origin;

/** The link opens what is open, so that Back skips it. A link without a tab opens the one that was open last. */
function opensSamePage({ href }: HTMLAnchorElement): boolean {
  const here = new URL(window.location.href);
  if (!new URL(href).searchParams.has("tab")) here.searchParams.delete("tab");
  return href === here.href;
}

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  /** A path of the console, with its query, or a query alone: then of the present path. */
  to: string;
}

/**
 * A link to a page of the console. A list has sixty of them, in its menu, headings and rows. Remix's own Link looks at the place of
 * its route with a dozen hooks, which took about a tenth of the time of a page; this one needs none of that.
 */
export function PageLink({ to, ...attributes }: PageLinkProps) {
  return <a {...attributes} href={to} onClick={useContext(FollowContext)} />;
}
