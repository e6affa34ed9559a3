// Sends a form once: the answer to the first click of two is the one that has what is shown once.
document.addEventListener('submit', (event) => {
  const { target: form } = event;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (form.dataset.sent === undefined) form.dataset.sent = '';
  else event.preventDefault();
});

// A page that the browser kept, and shows again, can be sent again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
});
