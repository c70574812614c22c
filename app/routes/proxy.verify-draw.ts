import program from "~/functions/giveaways/ui/public/verify-draw.js?raw";

/** The program of a giveaway's public page that verifies its draws. It is a file of its own, because Shopify runs braces in a page as Liquid. */
export const loader = (): Response =>
  new Response(program, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    },
  });
