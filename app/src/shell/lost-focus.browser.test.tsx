import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepLostFocus } from './lost-focus.ts';

let isAwaited = false;
let end = () => {};
let world: HTMLElement;

beforeEach(() => {
  isAwaited = false;
  world = document.body.appendChild(document.createElement('main'));
  end = keepLostFocus(() => isAwaited);
});
afterEach(() => {
  end();
  world.remove();
});

const show = (html: string) => {
  world.innerHTML = `<h1 tabindex="-1">Page</h1>${html}`;
};
const named = (name: string) => page.getByRole('button', { name, exact: true });
const node = (name: string) => named(name).element() as HTMLButtonElement;

/** Pressed by a key, as by somebody who uses no mouse. */
async function press(name: string, key = 'Enter') {
  node(name).focus();
  await userEvent.keyboard(`{${key}}`);
}

/** So many looks later nothing more is to be expected. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

const list = `<ul>
  <li><a href="#a">First</a><button>Remove first</button></li>
  <li><a href="#b">Second</a><button>Remove second</button></li>
  <li><a href="#c">Third</a><button>Remove third</button></li>
</ul><button>Below</button>`;

const goesWithItsRow = (name: string) =>
  node(name).addEventListener('click', (event) => (event.currentTarget as Element).closest('li')?.remove());

describe('the focus of a control that goes with its press by a key', () => {
  test('is at what comes after it', async () => {
    show(list);
    goesWithItsRow('Remove second');
    await press('Remove second');
    await expect.element(page.getByRole('link', { name: 'Third' })).toHaveFocus();
  });

  test('is at what stands before it where nothing comes after', async () => {
    show(list);
    goesWithItsRow('Remove third');
    await press('Remove third', 'Space');
    await expect.element(named('Remove second')).toHaveFocus();
  });

  test('is at what came in its place', async () => {
    show('<div id="place"><button>Choose</button></div><button>Below</button>');
    node('Choose').addEventListener('click', () => {
      (world.querySelector('#place') as Element).innerHTML = '<p>Here it is</p><button>Crop</button>';
    });
    await press('Choose');
    await expect.element(named('Crop')).toHaveFocus();
  });

  test('is at the title of the page where nothing else is left', async () => {
    show('<div><button>Dismiss</button></div>');
    node('Dismiss').addEventListener('click', (event) =>
      (event.currentTarget as Element).parentElement?.remove(),
    );
    await press('Dismiss');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('is where the dialog was opened, when that has gone as well', async () => {
    show(list);
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.ariaModal = 'true';
    dialog.innerHTML = '<button>Cancel</button><button>Yes, remove it</button>';
    node('Remove first').addEventListener('click', () => {
      document.body.append(dialog);
      dialog.querySelector('button')?.focus();
    });
    await press('Remove first');
    node('Yes, remove it').addEventListener('click', () => {
      dialog.remove();
      world.querySelector('li')?.remove();
    });
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('link', { name: 'Second' })).toHaveFocus();
  });

  test('stays in an open dialog', async () => {
    show('<button>Behind</button>');
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    dialog.ariaModal = 'true';
    dialog.innerHTML = '<button>Back</button><p><button>Try again</button></p>';
    node('Try again').addEventListener('click', (event) => (event.currentTarget as Element).remove());
    await press('Try again');
    await expect.element(named('Back')).toHaveFocus();
    dialog.remove();
  });
});

describe('the focus of a control that is switched off by its press', () => {
  test('is back at it once it is no longer busy', async () => {
    show('<input aria-label="Before"><button>Save</button><button>After</button>');
    node('Save').addEventListener('click', (event) => {
      const save = event.currentTarget as HTMLButtonElement;
      save.dataset.loading = '';
      save.disabled = true;
      setTimeout(() => {
        delete save.dataset.loading;
        save.disabled = false;
      }, 700);
    });
    await press('Save');
    await expect.element(named('Save')).toBeDisabled();
    expect(document.activeElement).toBe(document.body);
    await expect.element(named('Save')).toHaveFocus();
  });

  test('is back at it when that took longer than anything else may', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    show('<button>Save</button><button>After</button>');
    const save = node('Save');
    save.addEventListener('click', () => {
      save.dataset.loading = '';
      save.disabled = true;
    });
    await press('Save');
    await expect.element(named('Save')).toBeDisabled();
    vi.advanceTimersByTime(60_000);
    delete save.dataset.loading;
    save.disabled = false;
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    await expect.element(named('Save')).toHaveFocus();
  });

  test('is at what comes after it when it stays so', async () => {
    show('<button>Next</button><button>After</button>');
    node('Next').addEventListener('click', (event) => {
      (event.currentTarget as HTMLButtonElement).disabled = true;
    });
    await press('Next');
    await expect.element(named('After'), { timeout: 5000 }).toHaveFocus();
  });
});

describe('what comes late', () => {
  test('has the focus once it is there, and not what was pressed before on the way to the page', async () => {
    show('<h2>Not here</h2><div><button>Try again</button></div>');
    const header = document.body.appendChild(document.createElement('header'));
    header.innerHTML = '<button>Packs</button>';
    await press('Packs');
    node('Try again').addEventListener('click', () => world.replaceChildren());
    await press('Try again');
    await aWhile();
    expect(document.activeElement).toBe(document.body);
    show('<p>Here it is</p>');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    header.remove();
  });
});

describe('the focus of a grip that was put somewhere else', () => {
  const grip = '<button data-grip="a">Move a</button>';
  const lists = () => {
    show(`<ol><li>${grip}</li><li><button>Beside it</button></li></ol><ol id="there"></ol>`);
    node('Move a').addEventListener('click', (event) => (event.currentTarget as Element).remove());
  };

  test('is left to it while it is drawn there', async () => {
    lists();
    await press('Move a', 'Space');
    await aWhile();
    expect(document.activeElement).toBe(document.body);
    (world.querySelector('#there') as Element).innerHTML = grip;
    node('Move a').focus();
    await aWhile();
    await expect.element(named('Move a')).toHaveFocus();
  });

  test('is at what stands there when it does not come', async () => {
    lists();
    await press('Move a', 'Space');
    await expect.element(named('Beside it'), { timeout: 5000 }).toHaveFocus();
  });
});

describe('nothing is touched', () => {
  const shrinks = () => {
    show(list);
    goesWithItsRow('Remove second');
  };

  test('where something else takes the focus', async () => {
    shrinks();
    node('Remove second').addEventListener('click', () => requestAnimationFrame(() => node('Below').focus()));
    await press('Remove second');
    await aWhile();
    expect(document.activeElement).toBe(node('Below'));
  });

  test('while the title of the next page is awaited', async () => {
    shrinks();
    isAwaited = true;
    await press('Remove second');
    await aWhile();
    expect(document.activeElement).toBe(document.body);
  });

  test('after a click: a hand needs no focus, and a finger may tap twice', async () => {
    shrinks();
    await named('Remove second').click();
    await aWhile();
    expect(document.activeElement).toBe(document.body);
  });

  test('while something is carried by keys, whose grip cannot be seen', async () => {
    show('<ul><li><button>Move One</button></li><li><button>Move Two</button></li></ul>');
    const lifted = node('Move One').closest('li') as HTMLElement;
    node('Move One').addEventListener('click', () => {
      lifted.dataset.lifted = '';
      node('Move One').style.visibility = 'hidden';
    });
    await press('Move One', 'Space');
    await aWhile();
    expect(document.activeElement).toBe(document.body);
  });

  test('where a field is left on purpose, which puts away the keyboard of a tablet', async () => {
    show('<input aria-label="Search"><button>After</button>');
    const field = page.getByRole('textbox').element() as HTMLInputElement;
    field.addEventListener('keydown', ({ key }) => key === 'Enter' && field.blur());
    field.focus();
    await userEvent.keyboard('terminals{Enter}');
    await aWhile();
    expect(document.activeElement).toBe(document.body);
  });
});
