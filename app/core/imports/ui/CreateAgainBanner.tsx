import { Banner } from "@shopify/polaris";

/** Offers to create the import of a file again, for which the server gave no answer. */
export const CreateAgainBanner = ({ onCreateAgain }: { onCreateAgain(): void }) => (
  <Banner tone="warning" action={{ content: "Try again", onAction: onCreateAgain }}>
    The file was read. It isn't known whether its import was created. Trying again creates it only once.
  </Banner>
);
