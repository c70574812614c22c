import { Banner, Link } from "@shopify/polaris";

/** Where the account owner sets up a connection. */
export const CONNECTIONS_PAGE = "/settings/connections";

interface NotSetUpProps {
  /** The name of the other system, such as Algolia. */
  system: string;
}

/** In place of what needs another system, in a shop where its connection isn't set up: says so, and where that is done. */
export default function NotSetUp({ system }: NotSetUpProps) {
  return (
    <Banner tone="warning" title={`${system} isn't set up for this shop`}>
      The account owner can connect it on <Link url={CONNECTIONS_PAGE}>Settings</Link>.
    </Banner>
  );
}
