/** Signs in with a passkey, or makes one: forms with `data-passkey` are shown where that works. */
const works =
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

for (const form of works ? document.querySelectorAll('form[data-passkey]') : []) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    if (form.elements.response.value !== '') return;
    event.preventDefault();
    run(form).catch((error) => show(form, error));
  });
}

async function run(form) {
  const options = await ask(form);
  const credential =
    form.dataset.passkey === 'get'
      ? await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
      : await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        });
  form.elements.response.value = JSON.stringify(credential.toJSON());
  form.submit();
}

async function ask(form) {
  const answer = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (!isJson || !answer.ok) throw new Error('This page is too old: load it again.');
  return answer.json();
}

function show(form, error) {
  const note = form.querySelector('[data-passkey-error]');
  const isOver = error.name === 'NotAllowedError' || error.name === 'AbortError';
  note.textContent = isOver ? 'No passkey was used.' : error.message;
  note.hidden = false;
}
