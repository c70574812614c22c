import { Button, type ButtonProps } from "@shopify/polaris";
import { useState } from "react";
import { formatBytes } from "../numbers";
import { saveFile } from "../save-file";
import { useNotices } from "../useNotices";
import { FetchFileError, fetchFile } from "./fetch-file";

interface FileDownloadProps extends Pick<ButtonProps, "variant" | "size"> {
  file: { id: string; name: string; size: number };
  /** The button's label. By default, the file's name. */
  label?: string;
}

/** Downloads a file. Shows its size before, and the progress during the download. */
export function FileDownload({ file, label = file.name, variant, size }: FileDownloadProps) {
  const [share, setShare] = useState<number | null>(null);
  const { show } = useNotices();

  const download = async () => {
    setShare(0);
    try {
      const { name, content, contentType } = await fetchFile(file.id, setShare);
      saveFile(name, content, contentType);
    } catch (error) {
      const text = error instanceof FetchFileError ? error.message : "The file couldn't be saved. Try again.";
      show({ level: "critical", text });
    } finally {
      setShare(null);
    }
  };

  return (
    <Button
      variant={variant}
      size={size}
      disabled={share !== null}
      accessibilityLabel={`Download ${file.name}`}
      onClick={download}
    >
      {share === null
        ? `${label} (${formatBytes(file.size)})`
        : `Downloading, ${Math.round(share * 100)}% of ${formatBytes(file.size)}`}
    </Button>
  );
}
