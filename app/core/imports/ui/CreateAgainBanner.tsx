import { Banner } from "@shopify/polaris";

/** A file that was read, for whose import the server gave no answer. */
export interface UnansweredFile {
  fileName: string;
  onCreateAgain(): void;
}

/** Offers to create the import of such a file again. It names the file: another one may have been chosen since. */
export const CreateAgainBanner = ({ fileName, onCreateAgain }: UnansweredFile) => (
  <Banner tone="warning" action={{ content: "Try again", onAction: onCreateAgain }}>
    {`${fileName} was read. It isn't known whether its import was created. Trying again creates it only once.`}
  </Banner>
);
