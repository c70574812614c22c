import type { SVGProps } from "react";

/** Polaris's MenuHorizontalIcon, with one path instead of three: a list has it in each row. */
export const MoreIcon = (props: SVGProps<SVGSVGElement>) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden; its button has a name
  <svg viewBox="0 0 20 20" {...props}>
    <path d="M6 10a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z M11.5 10a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z M17 10a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z" />
  </svg>
);
