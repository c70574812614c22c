import { type ReceivedFile, UPLOAD_DIR, uploadPassword } from "../../pricespider/accounts.ts";
import { feedPath } from "../../pricespider/feed.ts";
import type { Receiver } from "../../pricespider/receiver.ts";
import { dateTime } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";

interface PriceSpiderPageOptions {
  receiver: Receiver | undefined;
  files: readonly ReceivedFile[];
  /** The store's own address. */
  storeUrl: string;
  notice: PageOptions["notice"];
}

/** The stand-in of PriceSpider's servers: how to reach them, and what they have received. */
export function priceSpiderPage(
  context: PageContext,
  { receiver, files, storeUrl, notice }: PriceSpiderPageOptions,
): string {
  const { handle, domain, timeZone } = context.shop;
  return renderPage(
    { title: "PriceSpider", context, notice },
    <>
      <p className="subdued">
        The price comparison that receives the product feed. Url of the feed:{" "}
        <code>{storeUrl + feedPath(context.shop)}</code>. Set its faults on the Faults page.{" "}
        <a href={`/pricespider.json?shop=${domain}`}>View as JSON</a>
      </p>
      {receiver ? (
        <form method="post" className="card">
          <p>
            Host: <code>localhost</code>, port: <code>{receiver.ftpPort}</code> for FTP,{" "}
            <code>{receiver.sftpPort}</code> for SFTP. User: <code>{handle}</code>, password:{" "}
            <code>{uploadPassword(handle)}</code>, upload directory: <code>{UPLOAD_DIR}</code>
          </p>
          <div className="actions">
            <button type="submit" name="action" value="change key">
              Change the key of the SFTP server
            </button>
          </div>
        </form>
      ) : (
        <p className="card subdued">The servers aren't running.</p>
      )}
      <h2>Received files</h2>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Size in bytes</th>
              <th>Changed</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, size, changedAt }) => (
              <tr key={name}>
                <td>{name}</td>
                <td data-label="Size in bytes">{size.toLocaleString("en-US")}</td>
                <td className="is-nowrap" data-label="Changed">
                  {dateTime(changedAt, timeZone)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {files.length === 0 ? <p className="card subdued">No files received yet.</p> : null}
      </div>
    </>,
  );
}
