import { StorefrontPage } from "~/ui/storefront/StorefrontPage";

/** A request in the list of its customer. */
export interface ListedRequest {
  url: string;
  title: string;
  status: string | undefined;
  /** Whether the customer can answer now. */
  isAsked: boolean;
}

/** All requests of a customer who is signed in to the store. */
export const RequestsPage = ({ requests }: { requests: readonly ListedRequest[] }) => (
  <StorefrontPage title="Your requests">
    {requests.length === 0 && <p>You have no requests.</p>}
    {requests.map(({ url, title, status, isAsked }) => (
      <section key={url} className="backroom-entry">
        <h2>{title}</h2>
        {status && <p>{status}</p>}
        <p>
          <a href={url}>
            {isAsked ? "Answer" : "Open"}: {title}
          </a>
        </p>
      </section>
    ))}
  </StorefrontPage>
);
