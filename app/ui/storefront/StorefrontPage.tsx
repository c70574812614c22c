import type { ReactNode } from "react";

interface StorefrontPageProps {
  title: string;
  children: ReactNode;
}

/**
 * One of the app's public pages, inside the shop's own layout, without the style of the console. It works without scripts. The theme around it gives
 * fonts and colors. These rules only make it readable on a phone.
 */
export function StorefrontPage({ title, children }: StorefrontPageProps) {
  return (
    <section className="backroom-page">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** The styles of all public pages. Each selector starts with the page's own class, so that the shop's theme isn't affected. */
export const STOREFRONT_STYLE = `
.backroom-page { max-width: 34rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.backroom-page p { white-space: pre-line; }
.backroom-page .backroom-field { margin: 1rem 0; }
.backroom-page label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.backroom-page label small { display: block; font-weight: 400; }
.backroom-page input, .backroom-page select, .backroom-page textarea { width: 100%; box-sizing: border-box; min-height: 44px; padding: 0.5rem 0.75rem; font: inherit; font-size: 16px; color: #1a1a1a; background: #fff; border: 1px solid #6d6d6d; border-radius: 6px; }
.backroom-page fieldset { padding: 0; border: 0; }
.backroom-page .backroom-section { margin: 1.5rem 0; }
.backroom-page .backroom-section > legend { font-size: 1.1rem; }
.backroom-page legend { font-weight: 600; padding: 0; }
.backroom-page .backroom-choice { display: flex; align-items: center; gap: 0.5rem; min-height: 44px; margin: 0; font-weight: 400; }
.backroom-page .backroom-choice input { width: 20px; min-height: 20px; height: 20px; margin: 0; padding: 0; }
.backroom-page [aria-invalid] { border-color: #a30000; }
.backroom-page .backroom-error { margin: 0.25rem 0 0; color: #a30000; }
.backroom-page a { display: inline-block; min-height: 24px; }
.backroom-page dt { font-weight: 600; }
.backroom-page dd { margin: 0 0 0.75rem; }
.backroom-page button { min-height: 44px; padding: 0.6rem 1.5rem; font: inherit; font-weight: 600; color: #fff; background: #1a1a1a; border: 1px solid #1a1a1a; border-radius: 6px; cursor: pointer; }
.backroom-page .backroom-entry { margin: 1.25rem 0; padding: 1rem; border: 1px solid #6d6d6d; border-radius: 6px; }
.backroom-page .backroom-entry h2 { margin: 0 0 0.5rem; font-size: 1.1rem; }
.backroom-page .backroom-buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.backroom-page button.backroom-plain { color: #1a1a1a; background: #fff; }
.backroom-page h2 { font-size: 1.1rem; }
.backroom-page .backroom-messages { padding: 0; list-style: none; }
.backroom-page .backroom-messages li { margin: 0.75rem 0; padding-left: 0.75rem; border-left: 3px solid #6d6d6d; }
.backroom-page .backroom-messages p { margin: 0; }
.backroom-page .backroom-code { margin: 1rem 0; }
.backroom-page .backroom-code img { width: 220px; max-width: 100%; height: auto; }
.backroom-page progress { width: 100%; margin-top: 1rem; }
.backroom-page summary { min-height: 24px; font-weight: 600; cursor: pointer; }
.backroom-page input:focus-visible, .backroom-page select:focus-visible, .backroom-page textarea:focus-visible, .backroom-page summary:focus-visible, .backroom-page button:focus-visible { outline: 3px solid #1a66c9; outline-offset: 2px; }
`;
