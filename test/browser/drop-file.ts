import type { Page } from 'playwright-core';

/** Drops a file on an element, as the file manager of a desktop does. */
export async function dropFile(
  page: Page,
  target: string,
  file: Readonly<{ name: string; text: string }>,
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const { name, text } = ${JSON.stringify(file)};
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: 'text/csv' }));
    return transfer;
  })()`);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(target, type, { dataTransfer });
}
