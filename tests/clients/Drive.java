/* Drive.java -- what the programs that drive GoGui, Lizzie and LizzieYzy share: TAP, waiting, boxes. */
import java.awt.Container;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

class Drive
{
    static final int PATIENCE = 60; // seconds

    static int count;
    static boolean failed;

    static void tap(boolean good, String sentence, Object why)
    {
        count++;
        failed |= !good;
        System.out.println((good ? "ok " : "not ok ") + count + " - " + sentence);
        if (!good)
            System.out.println("# " + String.valueOf(why).replace('\n', ' '));
    }

    interface Condition { boolean holds() throws Exception; }

    static boolean wait(Condition condition) throws Exception
    {
        for (long end = System.currentTimeMillis() + PATIENCE * 1000L; System.currentTimeMillis() < end;) {
            if (condition.holds())
                return true;
            Thread.sleep(50);
        }
        return false;
    }

    /* The text of a box that has opened, or NULL. */
    static String box(Predicate<JDialog> counts)
    {
        for (Window w : Window.getWindows())
            if (w instanceof JDialog && w.isVisible() && counts.test((JDialog)w))
                return ((JDialog)w).getTitle() + ": " + say((Container)w);
        return null;
    }

    static String say(Container of)
    {
        StringBuilder text = new StringBuilder();
        for (var part : of.getComponents()) {
            if (part instanceof JOptionPane)
                text.append(((JOptionPane)part).getMessage());
            else if (part instanceof JLabel)
                text.append(((JLabel)part).getText());
            else if (part instanceof JTextComponent)
                text.append(((JTextComponent)part).getText());
            else if (part instanceof Container)
                text.append(say((Container)part));
        }
        return text.toString();
    }

    static void paint(Window window, String path) throws Exception
    {
        BufferedImage image = new BufferedImage(window.getWidth(), window.getHeight(), BufferedImage.TYPE_INT_RGB);
        SwingUtilities.invokeAndWait(() -> window.paint(image.getGraphics()));
        ImageIO.write(image, "png", new File(path));
    }

    static void end()
    {
        System.out.println("1.." + count);
        System.out.flush();
        Runtime.getRuntime().halt(failed ? 1 : 0);
    }
}
