// Runs before the page is drawn, so that nobody who chose dark sees a flash of white.
(() => {
  const CHOICE = 'hexlot-theme';
  const root = document.documentElement;

  const show = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  // A browser may refuse to store anything for the page: then a choice lasts as long as the page.
  const stored = (write) => {
    try {
      return write(localStorage);
    } catch {
      return null;
    }
  };

  show(stored((store) => store.getItem(CHOICE)));

  addEventListener('DOMContentLoaded', () => {
    for (const choice of document.querySelectorAll('[data-theme-choice]')) {
      const select = choice.querySelector('select');
      select.value = root.dataset.theme ?? '';
      select.addEventListener('change', () => {
        show(select.value);
        stored((store) => store.setItem(CHOICE, select.value));
      });
      choice.hidden = false;
    }
  });
})();
