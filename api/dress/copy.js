// Each button copies the text beside it. Without a script, or where a page may not write to the
// clipboard, there is no button: the text can be marked by hand.
const SHOWN_MS = 2_000;

for (const button of document.querySelectorAll('button[data-copy]')) {
  const text = button.parentElement.querySelector('code, output');
  if (!navigator.clipboard || !text) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(text.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
