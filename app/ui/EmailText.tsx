import { Fragment } from "react";

/** An email address that may be broken after its dots and its @ sign, where the eye expects it, when its column is narrow. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(/(?<=[.@])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
