import program from "~/core/public-forms/ui/form.js?raw";

/** The script of all public forms. It is a file of its own, because Shopify runs braces in a page as Liquid. */
export const loader = (): Response =>
  new Response(program, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    },
  });
