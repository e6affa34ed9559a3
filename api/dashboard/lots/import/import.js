// Reads a file that is dropped or chosen into the text of the form. Without it, it can be pasted.
const form = document.querySelector('[data-import]');
const drop = form.querySelector('[data-drop]');
const input = drop.querySelector('input');
const text = form.querySelector('textarea[name="file"]');
const problem = form.querySelector('[data-problem]');
const bytesMax = Number(text.dataset.bytesMax);

drop.hidden = false;
input.addEventListener('change', () => read(input.files[0]));
for (const name of ['dragenter', 'dragover'])
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  read(event.dataTransfer.files[0]);
});
form.addEventListener('submit', (event) => {
  const size = new URLSearchParams(new FormData(form, event.submitter)).toString().length;
  if (size <= bytesMax) return;
  event.preventDefault();
  say(`The file is too large to be sent: ${size} of ${bytesMax} bytes as a form.`);
});

async function read(file) {
  if (!file) return;
  if (file.size > bytesMax) {
    say(`${file.name} is too large: ${file.size} of ${bytesMax} bytes.`);
    return;
  }
  try {
    text.value = new TextDecoder(encodingOf(await file.slice(0, 2).arrayBuffer()), {
      fatal: true,
    }).decode(await file.arrayBuffer());
    say('');
    drop.querySelector('span').textContent = `${file.name}, ${file.size} bytes`;
  } catch {
    await readLatin(file);
  }
}

// Tables of many programs are in the encoding of Windows; every byte of it is a sign.
async function readLatin(file) {
  text.value = new TextDecoder('windows-1252').decode(await file.arrayBuffer());
  say(`${file.name} is not UTF-8: it was read as Windows-1252. Look at its accents below.`);
}

function encodingOf(beginning) {
  const [first, second] = new Uint8Array(beginning);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function say(words) {
  problem.textContent = words;
  problem.hidden = words === '';
}
