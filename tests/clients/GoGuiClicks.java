/* GoGuiClicks.java -- GoGui as it is, on a (virtual) display, with katachi attached: clicks
 * through its menus, the board and every analyze command.
 *
 *     java -cp CLASSES-OF-GOGUI:. GoGuiClicks "katachi gtp ..." PICTURES
 *
 * Prints TAP, and leaves a picture of the window after each command in the folder PICTURES.      */
import java.awt.*;
import java.awt.event.*;
import java.awt.image.BufferedImage;
import java.io.File;
import java.lang.reflect.Field;
import java.util.*;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import javax.swing.*;
import net.sf.gogui.gui.AnalyzeDialog;
import net.sf.gogui.gui.GuiBoard;

public class GoGuiClicks extends Drive
{
    /* ---- Swing from outside ---- */

    static <T> T ask(Callable<T> question) throws Exception
    {
        AtomicReference<T> answer = new AtomicReference<>();
        AtomicReference<Exception> wrong = new AtomicReference<>();
        SwingUtilities.invokeAndWait(() -> {
            try {
                answer.set(question.call());
            } catch (Exception e) {
                wrong.set(e);
            }
        });
        if (wrong.get() != null)
            throw wrong.get();
        return answer.get();
    }

    static boolean wait(Condition condition) throws Exception { return Drive.wait(() -> ask(condition::holds)); }

    /* All parts of a kind within a container, menus opened or not. */
    static <T> List<T> parts(Container of, Class<T> kind)
    {
        List<T> found = new ArrayList<>();
        Component[] within = of instanceof JMenu ? ((JMenu)of).getMenuComponents() : of.getComponents();
        for (Component c : within) {
            if (kind.isInstance(c))
                found.add(kind.cast(c));
            if (c instanceof Container)
                found.addAll(parts((Container)c, kind));
        }
        return found;
    }

    static void press(AbstractButton button)
    {
        SwingUtilities.invokeLater(button::doClick);
    }

    static AbstractButton button(Container of, String text) throws Exception
    {
        return ask(() -> {
            for (AbstractButton b : parts(of, AbstractButton.class))
                if (text.equals(b.getText()))
                    return b;
            throw new NoSuchElementException("no button '" + text + "'");
        });
    }

    static void menu(String text) throws Exception
    {
        press(ask(() -> {
            for (JMenuItem item : parts(frame.getJMenuBar(), JMenuItem.class))
                if (text.equals(item.getText()) && !(item instanceof JMenu))
                    return item;
            throw new NoSuchElementException("no menu item '" + text + "'");
        }));
    }

    /* A dialog other than that of the commands, or NULL. */
    static JDialog popup()
    {
        for (Window w : Window.getWindows())
            if (w instanceof JDialog && w.isVisible() && !(w instanceof AnalyzeDialog)
                && parts((Container)w, JButton.class).size() > 0)
                return (JDialog)w;
        return null;
    }

    static String textOf(Container of)
    {
        StringBuilder text = new StringBuilder();
        for (JLabel label : parts(of, JLabel.class))
            if (label.getText() != null)
                text.append(label.getText()).append(' ');
        for (javax.swing.text.JTextComponent part : parts(of, javax.swing.text.JTextComponent.class))
            text.append(part.getText()).append(' ');
        return text.toString();
    }

    static Object field(Object of, String name) throws Exception
    {
        Field f = of.getClass().getDeclaredField(name);
        f.setAccessible(true);
        return f.get(of);
    }

    static JFrame frame;

    static boolean thinking() throws Exception
    {
        Object gtp = field(frame, "m_gtp");
        return (Boolean)gtp.getClass().getMethod("isCommandInProgress").invoke(gtp);
    }

    static BufferedImage picture(Component of) throws Exception
    {
        return ask(() -> {
            BufferedImage image = new BufferedImage(of.getWidth(), of.getHeight(), BufferedImage.TYPE_INT_RGB);
            of.paint(image.getGraphics());
            return image;
        });
    }

    static boolean same(BufferedImage a, BufferedImage b)
    {
        for (int y = 0; y < a.getHeight(); y++)
            for (int x = 0; x < a.getWidth(); x++)
                if (a.getRGB(x, y) != b.getRGB(x, y))
                    return false;
        return true;
    }

    /* A click of the mouse on a point of the board, column and row from 0 at the lower left. */
    static void clickPoint(GuiBoard board, int column, int row) throws Exception
    {
        Component panel = (Component)field(board, "m_panel");
        Point at = (Point)ask(() -> {
            Object painter = field(board, "m_painter");
            Class<?> kind = Class.forName("net.sf.gogui.go.GoPoint");
            Object point = kind.getMethod("get", int.class, int.class).invoke(null, column, row);
            var center = painter.getClass().getMethod("getCenter", int.class, int.class);
            return center.invoke(painter, column, row);
        });
        SwingUtilities.invokeAndWait(() -> {
            long now = System.currentTimeMillis();
            for (int kind : new int[] {MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED})
                panel.dispatchEvent(new MouseEvent(panel, kind, now, InputEvent.BUTTON1_DOWN_MASK, at.x, at.y, 1,
                                                   false, MouseEvent.BUTTON1));
        });
    }

    static int moves() throws Exception
    {
        Object game = field(frame, "m_game");
        return (Integer)game.getClass().getMethod("getMoveNumber").invoke(game);
    }

    /* ---- what is clicked ---- */

    static AnalyzeDialog dialog() throws Exception
    {
        for (Window w : Window.getWindows())
            if (w instanceof AnalyzeDialog && w.isVisible())
                return (AnalyzeDialog)w;
        return null;
    }

    /* What each command is to show: "board": the board changes, else the text of the status line or of
     * a window that opens. */
    static final Map<String, String> EXPECTED = new LinkedHashMap<>();
    static {
        EXPECTED.put("Policy", "board prior of the pass: [0-9.]+ %");
        EXPECTED.put("Gammas", "board hundreds of Elo");
        EXPECTED.put("Ownership", "board");
        EXPECTED.put("Criticality", "board");
        EXPECTED.put("Visits", "board [0-9]+ visits, win rate [0-9.]+ %");
        EXPECTED.put("Principal Variation", "board");
        EXPECTED.put("Search", "window playouts in|window visits [0-9]+");
        EXPECTED.put("All Legal", "board");
        EXPECTED.put("Is Legal", "Is Legal Black G7: 1");
        EXPECTED.put("Final Score", "Final Score: [BW]\\+[0-9.]+");
        EXPECTED.put("Final Status Dead", "Final Status Dead");
        EXPECTED.put("Final Status Seki", "Final Status Seki");
        EXPECTED.put("Parameters", "window Playouts");
    }

    static boolean fits(String expected, String status, String window, boolean changed)
    {
        if (expected.startsWith("window "))
            return java.util.regex.Pattern.compile(expected.replace("window ", "")).matcher(window).find();
        if (!window.isEmpty() || expected.startsWith("board") && !changed)
            return false;
        return java.util.regex.Pattern.compile(expected.replaceFirst("^board ?", "")).matcher(status).find();
    }

    static void runCommand(AnalyzeDialog dialog, GuiBoard board, int index, File pictures) throws Exception
    {
        JList<?> list = parts(dialog, JList.class).get(0);
        String label = String.valueOf(ask(() -> list.getModel().getElementAt(index)));
        String expected = EXPECTED.remove(label);
        press(button(dialog, "Clear"));
        idle();
        BufferedImage before = picture(board);
        ask(() -> { list.setSelectedIndex(index); return null; });
        press(button(dialog, "Run"));
        idle();
        if (label.equals("Is Legal"))
            clickPoint(board, 6, 6);
        idle();
        JDialog popup = ask(GoGuiClicks::popup);
        String window = popup == null ? "" : popup.getTitle() + ": " + ask(() -> textOf(popup));
        String status = ask(() -> textOf((Container)frame.getContentPane()));
        boolean changed = !same(before, picture(board));
        ImageIO.write(picture(frame), "png", new File(pictures, label.replace(' ', '-') + ".png"));
        tap(expected != null && fits(expected, status, window, changed), label + " is shown",
            "expected '" + expected + "', board " + (changed ? "changed" : "as before") + ", window '" + window
            + "', status '" + status + "'");
        if (popup != null)
            SwingUtilities.invokeAndWait(popup::dispose);
    }

    /* Until nothing runs, or a window asks for something. */
    static void idle() throws Exception
    {
        Thread.sleep(300);
        if (!wait(() -> !thinking() || popup() != null))
            throw new IllegalStateException("katachi thinks for more than a minute");
    }

    /* Parameters, from the dialog of that command: changes one, presses OK. */
    static void setParameter(AnalyzeDialog dialog, String label, String value) throws Exception
    {
        JList<?> list = parts(dialog, JList.class).get(0);
        ask(() -> { list.setSelectedIndex(list.getModel().getSize() - 1); return null; });
        press(button(dialog, "Run"));
        wait(() -> popup() != null);
        JDialog popup = ask(GoGuiClicks::popup);
        ask(() -> {
            List<JLabel> labels = parts(popup, JLabel.class);
            List<JTextField> fields = parts(popup, JTextField.class);
            for (int i = 0; i < fields.size(); i++)
                if (labels.get(i).getText().equals(label + ":"))
                    fields.get(i).setText(value);
            return null;
        });
        press(button(popup, "OK"));
        wait(() -> popup() == null);
        idle();
    }

    static void openWindow(String program) throws Exception
    {
        net.sf.gogui.gogui.Main.main(new String[] {"-size", "9", "-computer-none", "-program", program});
        boolean open = wait(() -> {
            for (Frame f : Frame.getFrames())
                if (f.isVisible() && f.getClass().getName().endsWith(".GoGui"))
                    frame = (JFrame)f;
            return frame != null && field(frame, "m_gtp") != null;
        });
        tap(open, "GoGui's window opens, with katachi attached", "after a minute there is none");
        if (!open)
            end();
        idle();
        tap(popup() == null, "it opens no box", popup() == null ? "" : textOf(popup()));
    }

    static void play(GuiBoard board) throws Exception
    {
        clickPoint(board, 2, 2);
        idle();
        tap(moves() == 1 && popup() == null, "a click plays a stone", "moves: " + moves());
        menu("Play Single Move");
        idle();
        tap(wait(() -> moves() == 2), "Play Single Move: katachi answers", "moves: " + moves());
        menu("Backward");
        idle();
        tap(moves() == 1 && popup() == null, "Backward", "moves: " + moves());
        menu("End");
        idle();
        tap(moves() == 2 && popup() == null, "End", "moves: " + moves());
    }

    /* A move that would take long is shown while it is searched, and ended at once. */
    static void interrupt(AnalyzeDialog dialog, GuiBoard board) throws Exception
    {
        setParameter(dialog, "Playouts", "0");
        setParameter(dialog, "Move-time", "50");
        press(button(dialog, "Clear"));
        idle();
        BufferedImage before = picture(board);
        int played = moves();
        menu("Play Single Move");
        Thread.sleep(3000);
        tap(thinking(), "the parameters are obeyed: it thinks longer", "it does not");
        tap(!same(before, picture(board)), "the search is drawn while it runs", "the board does not change");
        long begin = System.currentTimeMillis();
        menu("Interrupt");
        idle();
        long took = System.currentTimeMillis() - begin;
        tap(took < 10000 && moves() == played + 1 && popup() == null, "Interrupt: it moves at once",
            took + " ms, moves " + moves() + " after " + played);
    }

    static void play(String[] arguments) throws Exception
    {
        openWindow(arguments[0]);
        GuiBoard board = parts(frame, GuiBoard.class).get(0);
        play(board);
        menu("Analyze Commands");
        tap(wait(() -> dialog() != null), "the analyze commands open", "no dialog");
        AnalyzeDialog dialog = ask(GoGuiClicks::dialog);
        int n = ask(() -> parts(dialog, JList.class).get(0).getModel().getSize());
        for (int i = 0; i < n; i++)
            runCommand(dialog, board, i, new File(arguments[1]));
        tap(EXPECTED.isEmpty(), "no command is missing", EXPECTED.keySet().toString());
        interrupt(dialog, board);
    }

    public static void main(String[] arguments)
    {
        try {
            play(arguments);
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            tap(false, "everything can be clicked", e.toString());
        }
        end();
    }
}
