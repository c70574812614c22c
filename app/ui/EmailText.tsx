import { Fragment } from "react";

/** How much of its end stays readable where an address is shortened. */
const MAX_END = 14;

/**
 * An email address. In a list with too little room it is shortened in the middle, so that its beginning and the end of its domain stay
 * readable (`useCutText`). Elsewhere it may be broken after its dots and its @ sign, where the eye expects it.
 */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(/(?<=[.@])/);
  const domainLength = email.length - Math.max(0, email.lastIndexOf("@"));
  return (
    <span data-end={email.slice(-Math.min(domainLength, MAX_END))}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <Fragment key={index}>
          {part}
          {index < parts.length - 1 && <wbr />}
        </Fragment>
      ))}
    </span>
  );
}
