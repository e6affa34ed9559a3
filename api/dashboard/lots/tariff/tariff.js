// Asks what stays cost a moment after somebody has typed. Without it a button does the same.
const WAIT_MS = 350;

const form = document.querySelector('[data-tariff]');
const panel = document.querySelector('[data-costs]');

if (form && panel) {
  let timer;
  let asked = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });

  // Somebody typed before this script was loaded, or came back to what was typed.
  const fields = [...form.querySelectorAll('input:not([type="hidden"]), textarea')];
  if (fields.some((field) => field.value !== field.defaultValue)) ask();

  async function ask() {
    asked += 1;
    const number = asked;
    const body = new URLSearchParams(new FormData(form));
    body.set('act', 'costs');
    const costs = await fetch(form.action, { method: 'POST', body })
      .then(
        (response) => response.json(),
        () => ({ problem: 'The service cannot be reached.' }),
      )
      .catch(() => ({ problem: 'The prices could not be computed. Open the page again.' }));
    // Another answer may be on its way already.
    if (number === asked) show(costs);
  }

  function show({ costs = [], lines = [], problem }) {
    const note = panel.querySelector('[data-problem]');
    note.hidden = problem === undefined;
    note.textContent = problem ?? '';
    const prices = new Map(costs);
    for (const figure of panel.querySelectorAll('[data-length]'))
      figure.textContent = prices.get(figure.dataset.length) ?? '…';
    panel.querySelector('[data-lines]').replaceChildren(
      ...lines.map((line) => {
        const item = document.createElement('li');
        item.textContent = line;
        return item;
      }),
    );
  }
}
