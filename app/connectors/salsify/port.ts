/** The address of a shop's Salsify, and its credentials. */
export interface SalsifyAccess {
  /** `https://app.salsify.com/api`. */
  baseUrl: string;
  /** The id of the organization. */
  organization: string;
  /** An API token. */
  key: string;
}

/** An export of products. */
export interface ExportRun {
  id: string;
  status: "running" | "completed" | "failed";
  /** In percent. */
  progress: number;
  /** Of the file, when it is completed. */
  url: string;
  /** Why it failed. */
  reason: string;
}

/** Salsify, the system for product content. */
export interface Salsify {
  /**
   * Starts an export of all products.
   * @param properties the properties that become columns
   * @returns the id of the export run
   * @throws a 502 refusal when Salsify refuses or doesn't answer
   */
  startExport(properties: readonly string[], signal?: AbortSignal): Promise<string>;
  /** @throws as `startExport`, and 404 for an export run that Salsify no longer has */
  readExport(id: string, signal?: AbortSignal): Promise<ExportRun>;
  /** The file of a completed export, as CSV. @throws as `startExport` */
  download(url: string, signal?: AbortSignal): Promise<string>;
}
