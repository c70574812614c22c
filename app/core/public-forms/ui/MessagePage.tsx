import { StorefrontPage } from "~/ui/storefront/StorefrontPage";

/** A public page with one message, and where it goes on. */
export function MessagePage({
  title,
  text,
  link,
}: {
  title: string;
  text: string;
  link?: { url: string; label: string };
}) {
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
      {link && (
        <p>
          <a href={link.url}>{link.label}</a>
        </p>
      )}
    </StorefrontPage>
  );
}
