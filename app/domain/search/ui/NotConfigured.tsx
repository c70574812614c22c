import { Banner, Link } from "@shopify/polaris";

/** In place of a sync, in a shop where the search engine isn't set up. */
export function NotConfigured({ system }: { system: string }) {
  return (
    <Banner tone="warning" title={`${system} isn't set up for this shop`}>
      The account owner can connect it on <Link url="/settings">Settings</Link>.
    </Banner>
  );
}
