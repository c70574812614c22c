import { useNavigate } from "@remix-run/react";
import { Modal, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "~/ui/Dialog";

/** A pool as choices show it. */
export interface PoolName {
  id: string;
  name: string;
  isArchived: boolean;
}

interface UploadDialogProps {
  pools: readonly PoolName[];
  onPool(id: string): void;
  onClose(): void;
}

/** Asks for the pool that a file's codes are added to. */
export default function UploadDialog({ pools, onPool, onClose }: UploadDialogProps) {
  const navigate = useNavigate();
  const [pool, setPool] = useState(pools[0]?.id ?? "");
  const create = { content: "New pool", onAction: () => navigate("/coupons/pools/new") };
  const close = { content: "Close", onAction: onClose };
  if (pools.length === 0)
    return (
      <Dialog
        title="Upload file"
        size="small"
        onClose={onClose}
        primaryAction={create}
        secondaryActions={[close]}
      >
        <Modal.Section>
          <Text as="p">
            Coupons belong to a pool, which has their discount. Create a pool first, then upload the file.
          </Text>
        </Modal.Section>
      </Dialog>
    );
  return (
    <Dialog
      title="Upload file"
      size="small"
      onClose={onClose}
      primaryAction={{ content: "Continue", onAction: () => onPool(pool) }}
      secondaryActions={[create, close]}
    >
      <Modal.Section>
        <Select
          label="Pool"
          helpText="The codes are added to its discount."
          options={pools.map(({ id, name }) => ({ label: name, value: id }))}
          value={pool}
          onChange={setPool}
        />
      </Modal.Section>
    </Dialog>
  );
}
